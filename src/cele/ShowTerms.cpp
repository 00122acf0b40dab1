#include "ShowTerms.h"

namespace raceward::cele {

namespace {

/// Limits: shared parts are expanded each time, and terms may be deep.
constexpr std::size_t kLongest = 600;
constexpr unsigned kDeepest = 60;

class Printer {
public:
  explicit Printer(const TermArena &arena) : arena_(arena) {}

  std::string run(Term term) {
    print(term, 0, false);
    return std::move(text_);
  }

private:
  void print(Term term, unsigned depth, bool nested) {
    if (text_.size() > kLongest || depth > kDeepest) {
      if (!text_.ends_with("…"))
        text_ += "…";
      return;
    }
    const TermNode &n = arena_.node(term);
    switch (n.kind) {
    case TermKind::True:
    case TermKind::False:
      text_ += n.kind == TermKind::True ? "true" : "false";
      return;
    case TermKind::Constant:
      return printNumber(arena_.value(term));
    case TermKind::Variable:
      text_ += arena_.name(term);
      return;
    case TermKind::Not:
      text_ += "¬";
      return print(n.a, depth + 1, true);
    case TermKind::Or:
      // Most of them were built as implications.
      if (arena_.kind(n.a) == TermKind::Not || arena_.kind(n.b) == TermKind::Not) {
        const bool left = arena_.kind(n.a) == TermKind::Not;
        return printParts({"", " ⇒ ", ""}, arena_.node(left ? n.a : n.b).a, left ? n.b : n.a, {},
                          depth, nested);
      }
      return printParts({"", " or ", ""}, n.a, n.b, {}, depth, nested);
    case TermKind::Equal: {
      const bool named = arena_.kind(n.b) == TermKind::Variable;
      return printParts({"", " = ", ""}, named ? n.b : n.a, named ? n.a : n.b, {}, depth, nested);
    }
    case TermKind::BvNeg:
      text_ += "-";
      return print(n.a, depth + 1, true);
    case TermKind::SExt:
    case TermKind::ZExt:
      return print(n.a, depth + 1, nested);
    case TermKind::Ite:
      return printParts({"if ", " then ", " else "}, n.a, n.b, n.c, depth, nested);
    default:
      return printParts({"", nameOf(n.kind), ""}, n.a, n.b, n.c, depth, nested);
    }
  }

  struct Words {
    const char *before;
    const char *between;
    const char *then;
  };

  void printParts(const Words &words, Term a, Term b, Term c, unsigned depth, bool nested) {
    text_ += nested ? "(" : "";
    text_ += words.before;
    print(a, depth + 1, true);
    if (b.valid()) {
      text_ += words.between;
      print(b, depth + 1, true);
    }
    if (c.valid()) {
      text_ += words.then;
      print(c, depth + 1, true);
    }
    text_ += nested ? ")" : "";
  }

  void printNumber(const BitVector &value) {
    const BitVector magnitude = value.isNegative() ? value.neg() : value;
    text_ += value.isNegative() ? "-" : "";
    text_ += magnitude.fits64() ? std::to_string(magnitude.low64()) : magnitude.toString();
  }

  static const char *nameOf(TermKind kind) {
    switch (kind) {
    case TermKind::And:
      return " and ";
    case TermKind::Ult:
    case TermKind::Slt:
      return " < ";
    case TermKind::Ule:
    case TermKind::Sle:
      return " <= ";
    case TermKind::Add:
      return " + ";
    case TermKind::Sub:
      return " - ";
    case TermKind::Mul:
      return " * ";
    case TermKind::SDiv:
      return " / ";
    case TermKind::SRem:
      return " % ";
    case TermKind::Shl:
      return " << ";
    default:
      return " ? "; // a simplified term that no rule of CELE produces
    }
  }

  const TermArena &arena_;
  std::string text_;
};

} // namespace

std::string showTerm(const TermArena &arena, Term term) {
  return Printer(arena).run(term);
}

} // namespace raceward::cele
