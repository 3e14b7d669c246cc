"""What both sample hosts print of the log."""


def line_of(row):
    """A line for a row of Kernel.log. A demand that names no amount has a row without one."""
    amount = row["amount"]["text"] if row["amount"] else "-"
    return f"[log] {row['tool']}: {row['verdict']}, {amount}, {row['money']}"
