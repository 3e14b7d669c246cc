#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "core/os/poll.h"
#include "interceptor/transports/line_reader.h"
#include "interceptor/transports/line_writer.h"

namespace tollpass {
namespace {

struct Pipe {
  Pipe() {
    int ends[2];
    EXPECT_EQ(pipe2(ends, O_NONBLOCK), 0);
    read_end = os::Fd(ends[0]);
    write_end = os::Fd(ends[1]);
  }
  void Write(std::string_view bytes) const {
    ASSERT_EQ(*os::Write(write_end.get(), bytes), bytes.size());
  }
  [[nodiscard]] std::string Read() const {
    std::string bytes;
    while (os::Read(read_end.get(), bytes, 65536)->value_or(0) > 0) {
    }
    return bytes;
  }
  os::Fd read_end;
  os::Fd write_end;
};

std::string Shown(const Line& line) {
  if (!line.too_long) return std::string(line.text);
  return "[too long: " + std::string(line.text) + "..." + std::string(line.tail) + "]";
}

/// The lines of a reader with this limit, when the pieces come one after the other.
std::vector<std::string> LinesOf(const std::vector<std::string>& pieces, size_t limit = 100) {
  Pipe pipe;
  LineReader reader(limit);
  std::vector<std::string> lines;
  const auto take = [&] {
    while (reader.Fill(pipe.read_end.get()) == LineReader::Filled::kBytes) {
      while (const auto line = reader.Next()) lines.push_back(Shown(*line));
    }
    while (const auto line = reader.Next()) lines.push_back(Shown(*line));
  };
  for (const std::string& piece : pieces) {
    pipe.Write(piece);
    take();
  }
  pipe.write_end.Close();
  take();
  return lines;
}

using Lines = std::vector<std::string>;

TEST(StdioLineReader, CutsAtLineFeedsWhereverThePiecesEnd) {
  EXPECT_EQ(LinesOf({"a\nb\nc\n"}), (Lines{"a", "b", "c"}));
  EXPECT_EQ(LinesOf({"a", "b", "\n", "c", "\nd\ne", "f\n"}), (Lines{"ab", "c", "d", "ef"}));
}

TEST(StdioLineReader, TakesCarriageReturnsOffTheEndOnly) {
  EXPECT_EQ(LinesOf({"a\r\nb\rc\r", "\nd\r\r\n"}), (Lines{"a", "b\rc", "d\r"}));
}

TEST(StdioLineReader, SkipsBlankLines) {
  EXPECT_EQ(LinesOf({"\n\r\n  \t\na\n\n"}), (Lines{"a"}));
  EXPECT_EQ(LinesOf({"\n", " "}), (Lines{}));
}

TEST(StdioLineReader, GivesALastLineWithoutEnd) {
  EXPECT_EQ(LinesOf({"a\n", "b"}), (Lines{"a", "b"}));
  EXPECT_EQ(LinesOf({"b\r"}), (Lines{"b"}));
}

TEST(StdioLineReader, KeepsLinesUpToTheLimitInAnyPieces) {
  EXPECT_EQ(LinesOf({"12345\nx\n"}, 5), (Lines{"12345", "x"}));
  EXPECT_EQ(LinesOf({"12345\r\nx\n"}, 5), (Lines{"12345", "x"}));
  EXPECT_EQ(LinesOf({"1", "2", "3", "4", "5", "\r", "\n", "x\n"}, 5), (Lines{"12345", "x"}));
  EXPECT_EQ(LinesOf({"12345"}, 5), (Lines{"12345"}));
}

TEST(StdioLineReader, TellsOfALongerLineAndGoesOnAfterIt) {
  const std::string shown = "[too long: 123456...123456]";
  EXPECT_EQ(LinesOf({"123456\nx\n"}, 5), (Lines{shown, "x"}));
  EXPECT_EQ(LinesOf({"123456\r\nx\n"}, 5), (Lines{shown, "x"}));
  EXPECT_EQ(LinesOf({"123456", "\nx\n"}, 5), (Lines{shown, "x"}));
  EXPECT_EQ(LinesOf({"1", "2", "3", "4", "5", "6", "\n", "x\n"}, 5), (Lines{shown, "x"}));
  EXPECT_EQ(LinesOf({"123456"}, 5), (Lines{shown}));
}

TEST(StdioLineReader, KeepsBothEndsOfALongerLine) {
  const std::string head(kKeptEndBytes, 'h');
  const std::string tail(kKeptEndBytes, 't');
  const std::string shown = "[too long: " + head + "..." + tail + "]";
  EXPECT_EQ(LinesOf({head + std::string(10'000, 'm') + tail + "\nx\n"}, 9'000),
            (Lines{shown, "x"}));
  std::vector<std::string> pieces = {head};
  for (int i = 0; i < 500; ++i) pieces.emplace_back(1'000, 'm');
  pieces.push_back(tail.substr(0, 96));
  pieces.push_back(tail.substr(96) + "\nx\n");
  EXPECT_EQ(LinesOf(pieces, 9'000), (Lines{shown, "x"}));
}

/// Passes what is in `from` on to `writer`, line by line, in one go.
void PassOn(LineReader& reader, const Pipe& from, LineWriter& writer) {
  reader.Fill(from.read_end.get());
  while (const auto line = reader.Next()) writer.Pass(*line);
  writer.Flush();
}

TEST(StdioLineWriter, PassesLinesOnWithLineFeedsOnly) {
  Pipe in;
  Pipe out;
  LineReader reader(100);
  LineWriter writer(out.write_end.get());
  in.Write("a\nb\r\n\nc\nd");
  in.write_end.Close();
  PassOn(reader, in, writer);
  PassOn(reader, in, writer);
  EXPECT_EQ(out.Read(), "a\nb\nc\nd\n");
}

TEST(StdioLineWriter, KeepsTheOrderOfPassedAndOwnLines) {
  Pipe in;
  Pipe out;
  LineReader reader(100);
  LineWriter writer(out.write_end.get());
  in.Write("1\n2\n");
  reader.Fill(in.read_end.get());
  writer.Send("0");
  writer.Pass(*reader.Next());
  writer.Send("1.5");
  writer.Pass(*reader.Next());
  writer.Send("3");
  writer.Flush();
  EXPECT_EQ(out.Read(), "0\n1\n1.5\n2\n3\n");
}

TEST(StdioLineWriter, KeepsWhatAFullPipeDoesNotTake) {
  Pipe in;
  Pipe out;
  LineReader reader(1'000'000);
  LineWriter writer(out.write_end.get());
  const std::string block(40'000, 'x');
  std::string expected;
  for (int i = 0; i < 8; ++i) {
    const std::string line = std::to_string(i) + block + "\n";
    in.Write(line);
    expected += line;
    PassOn(reader, in, writer);
  }
  EXPECT_GT(writer.queued(), 0U);
  EXPECT_EQ(writer.taken(), expected.size());
  std::string received;
  while (writer.queued() > 0) {
    received += out.Read();
    writer.Flush();
  }
  received += out.Read();
  EXPECT_TRUE(received == expected);
  EXPECT_EQ(writer.written(), expected.size());
}

TEST(StdioLineWriter, ABrokenPipeKeepsNothing) {
  os::IgnoreWriteSignals();
  Pipe out;
  LineWriter writer(out.write_end.get());
  out.read_end.Close();
  writer.Send("a");
  writer.Flush();
  EXPECT_TRUE(writer.broken());
  writer.Send("b");
  EXPECT_EQ(writer.queued(), 0U);
  EXPECT_EQ(writer.written(), 0U);
}

}  // namespace
}  // namespace tollpass
