#include "Script.h"

#include "raceward/base/Text.h"

#include <charconv>
#include <set>

namespace raceward::test {
namespace {

struct Row {
  Op op;
  const char *word;
  const char *operands; ///< r: register, v m t n: number with or without letter, x: value
};

constexpr Row kRows[] = {
    {Op::Read, "read", "rv"},
    {Op::Write, "write", "vx"},
    {Op::AtomicRead, "aread", "rv"},
    {Op::AtomicWrite, "awrite", "vx"},
    {Op::AtomicAdd, "aadd", "rvx"},
    {Op::AtomicSetIfZero, "acas", "rvx"},
    {Op::CompareAndSwap, "cas", "rvx"},
    {Op::Begin, "begin", ""},
    {Op::End, "end", ""},
    {Op::Lock, "lock", "m"},
    {Op::Unlock, "unlock", "m"},
    {Op::Choose, "choose", "rx"},
    {Op::SkipUnless, "skip", "nurx"},
    {Op::Create, "create", "n"},
    {Op::Join, "join", "n"},
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
  case 'u':
    return word == "unless";
  case 'n':
    return parseNumber(word, statement.target);
  default: // v, m
    return word.starts_with(kind) && parseNumber(word.substr(1), statement.target);
  }
}

bool isAtomicOp(Op op) {
  return op >= Op::AtomicRead && op <= Op::CompareAndSwap;
}

bool parseOrder(std::string_view word, Op op, Statement &statement) {
  for (const MemoryOrder order : {MemoryOrder::Relaxed, MemoryOrder::Acquire, MemoryOrder::Release,
                                  MemoryOrder::AcquireRelease})
    if (word == toString(order)) {
      statement.order = order;
      return isAtomicOp(op);
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

Result<void> validate(const Script &script) {
  std::set<int> created;
  for (const ThreadScript &thread : script.threads) {
    bool inside = false;
    std::set<std::size_t> insideAt; // statements that a skip may not land on
    for (std::size_t i = 0; i < thread.size(); ++i) {
      const Statement &s = thread[i];
      if (inside)
        insideAt.insert(i);
      if (s.op == Op::Begin || s.op == Op::End) {
        if (inside == (s.op == Op::Begin))
          return fail(Error::Kind::Input, "begin and end do not match");
        inside = s.op == Op::Begin;
      } else if (inside && s.op != Op::Read && s.op != Op::Write) {
        return fail(Error::Kind::Input, "a section may only read and write");
      }
      if (s.op == Op::Create && !created.insert(s.target).second)
        return fail(Error::Kind::Input, "a thread is created twice");
      if ((s.op == Op::Create || s.op == Op::Join) &&
          static_cast<std::size_t>(s.target) >= script.threads.size())
        return fail(Error::Kind::Input, "no such thread");
      if (s.op == Op::Choose && (s.value.isRegister || s.value.number < 1))
        return fail(Error::Kind::Input, "a choice needs a number of outcomes");
    }
    if (inside)
      return fail(Error::Kind::Input, "a section is not closed");
    for (std::size_t i = 0; i < thread.size(); ++i)
      if (thread[i].op == Op::SkipUnless &&
          (i + 1 + static_cast<std::size_t>(thread[i].target) > thread.size() ||
           insideAt.contains(i + 1 + static_cast<std::size_t>(thread[i].target))))
        return fail(Error::Kind::Input, "a skip ends nowhere");
  }
  return {};
}

Script script(std::string_view text) {
  auto parsed = parseScript(text);
  RW_CHECK(parsed.has_value());
  return std::move(*parsed);
}

} // namespace raceward::test
