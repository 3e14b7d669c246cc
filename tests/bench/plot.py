"""Horizontal bars as SVG: plain, readable on a light page."""

from html import escape

WIDTH, LABEL, RIGHT, BAR, GAP, TOP, BOTTOM = 760, 230, 90, 22, 12, 48, 34
COLOURS = ["#3b6ea5", "#9aa5b1", "#c98a3a", "#6b9e78"]


def _text(x, y, text, anchor="start", weight="normal", colour="#222"):
    style = f'text-anchor="{anchor}" font-weight="{weight}" fill="{colour}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(text)}</text>'


def _bar(x, y, width, colour, height=BAR):
    size = f'width="{max(width, 1):.1f}" height="{height}"'
    return f'<rect x="{x:.1f}" y="{y}" {size} fill="{colour}"/>'


def bars(title, unit, entries):
    """`entries`: (label, [(name of the part, value), ...]); parts of a bar follow each other."""
    room = WIDTH - LABEL - RIGHT
    most = max(sum(value for _, value in parts) for _, parts in entries)
    names = list(dict.fromkeys(name for _, parts in entries for name, _ in parts))
    height = TOP + len(entries) * (BAR + GAP) + BOTTOM
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        _text(16, 26, title, weight="bold"),
    ]
    for index, (label, parts) in enumerate(entries):
        y = TOP + index * (BAR + GAP)
        x = LABEL
        lines.append(_text(LABEL - 10, y + BAR - 6, label, "end"))
        for name, value in parts:
            width = room * value / most
            lines.append(_bar(x, y, width, COLOURS[names.index(name) % len(COLOURS)]))
            x += width
        total = sum(value for _, value in parts)
        number = f"{total:.3g}" if total < 1000 else f"{total:,.0f}"
        lines.append(_text(x + 8, y + BAR - 6, f"{number} {unit}"))
    if len(names) > 1:
        x = LABEL
        for index, name in enumerate(names):
            lines.append(_bar(x, height - 24, 12, COLOURS[index % len(COLOURS)], height=12))
            lines.append(_text(x + 18, height - 13, name))
            x += 34 + 7 * len(name)
    return "\n".join([*lines, "</svg>"]) + "\n"
