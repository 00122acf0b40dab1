#include "Script.h"

#include "raceward/base/Text.h"

#include <charconv>
#include <set>

namespace raceward::test {
namespace {

struct Row {
  Op op;
  const char *word;
  /// r: register, v m s b o n: number with or without letter, x: value, w: a second variable
  const char *operands;
};

constexpr Row kRows[] = {
    {Op::Read, "read", "rv"},
    {Op::Write, "write", "vx"},
    {Op::AtomicRead, "aread", "rv"},
    {Op::AtomicWrite, "awrite", "vx"},
    {Op::AtomicAdd, "aadd", "rvx"},
    {Op::AtomicSetIfZero, "acas", "rvx"},
    {Op::CompareAndSwap, "cas", "rvx"},
    {Op::Copy, "copy", "vw"},
    {Op::Put, "put", "rx"},
    {Op::Get, "get", "rx"},
    {Op::Begin, "begin", ""},
    {Op::End, "end", ""},
    {Op::Assume, "assume", "rx"},
    {Op::Lock, "lock", "m"},
    {Op::Unlock, "unlock", "m"},
    {Op::TryLock, "trylock", "rm"},
    {Op::ReadLock, "rdlock", "m"},
    {Op::ReadUnlock, "rdunlock", "m"},
    {Op::TryReadLock, "tryrdlock", "rm"},
    {Op::Post, "post", "s"},
    {Op::Wait, "wait", "s"},
    {Op::TryWait, "trywait", "rs"},
    {Op::Look, "look", "rs"},
    {Op::Barrier, "barrier", "b"},
    {Op::Once, "once", "ro"},
    {Op::Done, "done", "o"},
    {Op::Fence, "fence", ""},
    {Op::Choose, "choose", "rx"},
    {Op::SkipUnless, "skip", "nurx"},
    {Op::AgainUnless, "again", "nurx"},
    {Op::Create, "create", "n"},
    {Op::Join, "join", "n"},
    {Op::Exit, "exit", ""},
    {Op::Local, "local", ""},
};

const Row &rowOf(Op op) {
  for (const Row &row : kRows)
    if (row.op == op)
      return row;
  RW_CHECK(false);
}

bool parseNumber(std::string_view text, int &number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && number >= 0 && number < 1000;
}

bool parseOperand(char kind, std::string_view word, Statement &statement) {
  switch (kind) {
  case 'r':
    return word.starts_with('r') && parseNumber(word.substr(1), statement.reg) &&
           statement.reg < Script::kRegisters;
  case 'x':
    statement.value.isRegister = word.starts_with('r');
    return parseNumber(word.substr(statement.value.isRegister ? 1 : 0), statement.value.number) &&
           (!statement.value.isRegister || statement.value.number < Script::kRegisters);
  case 'w':
    return word.starts_with('v') && parseNumber(word.substr(1), statement.value.number);
  case 'u':
    return word == "unless";
  case 'n':
    return parseNumber(word, statement.target);
  default: // v, m, s, b, o
    return word.starts_with(kind) && parseNumber(word.substr(1), statement.target);
  }
}

bool hasOrder(Op op) {
  return (op >= Op::AtomicRead && op <= Op::CompareAndSwap) || op == Op::Fence;
}

bool parseOrder(std::string_view word, Op op, Statement &statement) {
  for (const MemoryOrder order : {MemoryOrder::Relaxed, MemoryOrder::Acquire, MemoryOrder::Release,
                                  MemoryOrder::AcquireRelease})
    if (word == toString(order)) {
      statement.order = order;
      return hasOrder(op);
    }
  return false;
}

bool parseStatement(std::string_view text, Statement &statement) {
  std::vector<std::string_view> words;
  for (const std::string_view word : split(text, ' '))
    if (!word.empty())
      words.push_back(word);
  if (words.empty())
    return false;
  const std::size_t dot = words[0].find('.');
  const std::string_view order = dot == words[0].npos ? "" : words[0].substr(dot + 1);
  for (const Row &row : kRows) {
    if (words[0].substr(0, dot) != row.word)
      continue;
    if (!order.empty() && !parseOrder(order, row.op, statement))
      return false;
    const std::string_view operands = row.operands;
    if (words.size() != operands.size() + 1)
      return false;
    statement.op = row.op;
    for (std::size_t i = 0; i < operands.size(); ++i)
      if (!parseOperand(operands[i], words[i + 1], statement))
        return false;
    return true;
  }
  return false;
}

} // namespace

std::size_t Script::statements() const {
  std::size_t count = 0;
  for (const ThreadScript &thread : threads)
    count += thread.size();
  return count;
}

bool Script::has(Op op) const {
  for (const ThreadScript &thread : threads)
    for (const Statement &s : thread)
      if (s.op == op)
        return true;
  return false;
}

std::string toString(const Script &script) {
  std::string text;
  for (std::size_t t = 0; t < script.threads.size(); ++t) {
    text += t == 0 ? "" : " |";
    for (std::size_t i = 0; i < script.threads[t].size(); ++i) {
      const Statement &s = script.threads[t][i];
      const Row &row = rowOf(s.op);
      text += i == 0 ? (t == 0 ? "" : " ") : "; ";
      text += row.word;
      if (s.order != MemoryOrder::SeqCst)
        text += "." + std::string(toString(s.order));
      for (const char *kind = row.operands; *kind != 0; ++kind) {
        text += ' ';
        if (*kind == 'r')
          text += "r" + std::to_string(s.reg);
        else if (*kind == 'x')
          text += (s.value.isRegister ? "r" : "") + std::to_string(s.value.number);
        else if (*kind == 'w')
          text += "v" + std::to_string(s.value.number);
        else if (*kind == 'u')
          text += "unless";
        else if (*kind == 'n')
          text += std::to_string(s.target);
        else
          text += *kind + std::to_string(s.target);
      }
    }
  }
  return text;
}

Result<Script> parseScript(std::string_view text) {
  Script result;
  for (const std::string_view threadText : split(text, '|')) {
    ThreadScript &thread = result.threads.emplace_back();
    for (const std::string_view statementText : split(threadText, ';')) {
      if (trim(statementText).empty())
        continue;
      Statement statement;
      if (!parseStatement(trim(statementText), statement))
        return fail(Error::Kind::Input, "not a statement: " + std::string(trim(statementText)));
      thread.push_back(statement);
    }
  }
  if (const auto valid = validate(result); !valid)
    return fail(valid.error());
  return result;
}

namespace {

bool mayBeInSection(Op op) {
  return op == Op::Read || op == Op::Write || op == Op::Assume || op == Op::Choose ||
         op == Op::SkipUnless;
}

bool mayBeInLoop(Op op) {
  return op == Op::Read || op == Op::AtomicRead || op == Op::Lock || op == Op::Unlock;
}

/// Where sections and loops are: for each statement the one around it, and 0 outside.
/// A jump must stay within one, or land where it begins.
Result<std::vector<int>> blocksOf(const ThreadScript &thread) {
  std::vector<int> block(thread.size() + 1, 0);
  int blocks = 0;
  int inside = 0;
  bool chosen = false;
  for (std::size_t i = 0; i < thread.size(); ++i) {
    const Op op = thread[i].op;
    if (op == Op::Begin || op == Op::End) {
      if ((inside != 0) == (op == Op::Begin))
        return fail(Error::Kind::Input, "begin and end do not match");
      block[i] = op == Op::Begin ? 0 : inside;
      inside = op == Op::Begin ? ++blocks : 0;
      chosen = false;
      continue;
    }
    block[i] = inside;
    if (inside != 0 && (!mayBeInSection(op) || (op == Op::Choose && std::exchange(chosen, true))))
      return fail(Error::Kind::Input, "a section cannot have that");
    if (inside == 0 && op == Op::Assume)
      return fail(Error::Kind::Input, "only a section can assume");
    if (op != Op::AgainUnless)
      continue;
    const auto length = static_cast<std::size_t>(thread[i].target);
    if (length == 0 || length > i)
      return fail(Error::Kind::Input, "a loop begins nowhere");
    ++blocks;
    for (std::size_t at = i - length; at < i; ++at) {
      if (!mayBeInLoop(thread[at].op) || block[at] != 0)
        return fail(Error::Kind::Input, "a loop can only look");
      block[at] = at == i - length ? 0 : blocks;
    }
    block[i] = blocks;
  }
  if (inside != 0)
    return fail(Error::Kind::Input, "a section is not closed");
  return block;
}

} // namespace

Result<void> validate(const Script &script) {
  std::set<int> created;
  for (const ThreadScript &thread : script.threads) {
    const auto block = blocksOf(thread);
    if (!block)
      return fail(block.error());
    for (std::size_t i = 0; i < thread.size(); ++i) {
      const Statement &s = thread[i];
      if (s.op == Op::Create && !created.insert(s.target).second)
        return fail(Error::Kind::Input, "a thread is created twice");
      if ((s.op == Op::Create || s.op == Op::Join) &&
          static_cast<std::size_t>(s.target) >= script.threads.size())
        return fail(Error::Kind::Input, "no such thread");
      if (s.op == Op::Choose && (s.value.isRegister || s.value.number < 1))
        return fail(Error::Kind::Input, "a choice needs a number of outcomes");
      if (s.op != Op::SkipUnless)
        continue;
      const std::size_t end = i + 1 + static_cast<std::size_t>(s.target);
      if (end > thread.size() || (*block)[end] != (*block)[i])
        return fail(Error::Kind::Input, "a skip ends nowhere");
    }
  }
  return {};
}

Script script(std::string_view text) {
  auto parsed = parseScript(text);
  RW_CHECK(parsed.has_value());
  return std::move(*parsed);
}

} // namespace raceward::test
