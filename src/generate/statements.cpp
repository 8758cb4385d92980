#include "generate/statements.hpp"

#include <algorithm>
#include <charconv>
#include <map>

#include "alembert/error.hpp"

namespace alembert {

namespace {

constexpr std::size_t line_width = 100;
/// A value used once is written where it is used if that is at most so many operations later.
constexpr int nearby = 24;
constexpr std::size_t longest_inline = 150;

/// Breaks a statement at spaces.
std::string wrapped(const std::string& statement) {
  const std::string indent = "  ";
  std::string out, line = indent;
  std::size_t from = 0;
  while (from < statement.size()) {
    const std::size_t to = std::min(statement.find(' ', from), statement.size());
    const std::string word = statement.substr(from, to - from);
    if (line.size() + word.size() + 1 > line_width && line.size() > indent.size() + 4) {
      out += line + "\n";
      line = indent + "   ";
    }
    if (line != indent) line += ' ';
    line += word;
    from = to + 1;
  }
  return out + line + "\n";
}

class StatementWriter {
 public:
  StatementWriter(const ExprProgram& program, const Spelling& spelling)
      : program_(program),
        spelling_(spelling),
        needed_(program.needed()),
        texts_(needed_.size()),
        sums_(needed_.size()),
        consumers_(needed_.size()),
        stores_(needed_.size()) {
    find_uses();
  }

  std::string text() {
    write_sines();
    if (program_.pivots.empty()) write_constants();
    for (std::size_t i = 0; i < needed_.size(); ++i) {
      if (needed_[i] && !is_leaf(i)) compute(static_cast<int>(i));
      check_pivots(static_cast<int>(i));
    }
    if (!program_.pivots.empty()) write_constants();
    for (const int node : late_) store(node, texts_[node]);
    if (!program_.pivots.empty() && !spelling_.device) line("return 1;");
    return out_;
  }

 private:
  const ExprNode& at(int node) const { return program_.graph.at(node); }
  bool is_leaf(std::size_t i) const {
    const ExprOp op = program_.graph.nodes()[i].op;
    return op == ExprOp::constant || op == ExprOp::input;
  }
  static bool is_sine(ExprOp op) { return op == ExprOp::sine || op == ExprOp::cosine; }
  void line(const std::string& statement) { out_ += wrapped(statement); }

  void find_uses() {
    for (std::size_t i = 0; i < needed_.size(); ++i) {
      if (!needed_[i] || is_leaf(i)) continue;
      const ExprNode& n = program_.graph.nodes()[i];
      for (const int operand : {n.a, n.b}) {
        if (operand >= 0) consumers_[operand].push_back(static_cast<int>(i));
      }
    }
    for (std::size_t k = 0; k < program_.outputs.size(); ++k) {
      const ProgramArray& array = program_.outputs[k];
      for (int e = 0; e < array.size(); ++e) {
        const Expr& x = array.entries[e];
        if (x.constant() || !array.writes(e)) continue;
        stores_[x.node()].push_back({k, e, x.negative()});
      }
    }
    for (const ProgramPivot& p : program_.pivots) {
      for (const Expr* x : {&p.pivot, &p.floor}) {
        if (x->constant()) continue;
        last_pivot_ = std::max(last_pivot_, x->node());
        pivotal_.push_back(x->node());
      }
    }
    int number = 0;
    for (const ProgramArray& array : program_.inputs) {
      for (int e = 0; e < array.size(); ++e, ++number) {
        inputs_.push_back(array.shared ? array.name + "[" + std::to_string(e) + "]"
                                       : entry(array.name, e));
      }
    }
  }

  std::string entry(const std::string& array, int e) const {
    return array + "[" + std::to_string(e) + (spelling_.device && e > 0 ? " * states]" : "]");
  }

  /// The text of a node as an operand; bound: beside a product, or right of a minus.
  std::string operand(int node, bool bound) const {
    const ExprNode& n = at(node);
    if (n.op == ExprOp::constant) return number_text(n.value, spelling_.single);
    if (n.op == ExprOp::input) return inputs_[n.a];
    const std::string& text = texts_[node];
    return bound && sums_[node] ? "(" + text + ")" : text;
  }

  /// Angles first, all together: they are what everything else waits for.
  void write_sines() {
    std::vector<int> angles;
    std::map<int, std::size_t> place;
    for (std::size_t i = 0; i < needed_.size(); ++i) {
      const ExprNode& n = program_.graph.nodes()[i];
      if (!needed_[i] || !is_sine(n.op)) continue;
      if (place.try_emplace(n.a, angles.size()).second) angles.push_back(n.a);
    }
    if (angles.empty()) return;
    for (const int angle : angles) compute_all(angle);
    if (spelling_.device) {
      for (const int angle : angles) {
        const std::string k = std::to_string(place[angle]);
        line(spelling_.real + " s" + k + ", c" + k + ";");
        line(spelling_.prefix + "sines(" + operand(angle, false) + ", &s" + k + ", &c" + k + ");");
      }
    } else {
      std::string list;
      for (const int angle : angles) list += (list.empty() ? "" : ", ") + operand(angle, false);
      const std::string size = std::to_string((angles.size() + 3) / 4 * 4);
      line("const " + spelling_.real + " angle[" + size + "] = {" + list + "};");
      line(spelling_.real + " s[" + size + "], c[" + size + "];");
      line(spelling_.prefix + "sines(" + size + ", angle, s, c);");
    }
    for (std::size_t i = 0; i < needed_.size(); ++i) {
      const ExprNode& n = program_.graph.nodes()[i];
      if (!needed_[i] || !is_sine(n.op)) continue;
      const std::string k = std::to_string(place[n.a]);
      const char letter = n.op == ExprOp::sine ? 's' : 'c';
      texts_[i] = spelling_.device ? letter + k : letter + ("[" + k + "]");
      write_stores(static_cast<int>(i), texts_[i]);
    }
  }
  /// Of an angle and what it is made of.
  void compute_all(int node) {
    const ExprNode& n = at(node);
    if (is_leaf(node) || !texts_[node].empty()) return;
    if (is_sine(n.op)) {
      throw Error(Error::Code::unsupported, "an angle of this robot depends on the sine of another",
                  "report the robot: no kernel of the library does so");
    }
    compute_all(n.a);
    if (n.b >= 0) compute_all(n.b);
    compute(node);
  }

  void compute(int node) {
    const std::size_t i = node;
    if (!texts_[i].empty()) return;
    const ExprNode& n = at(node);
    std::string text;
    switch (n.op) {
      case ExprOp::add: {
        // The longer sum first: it needs no brackets there.
        const bool swap = !sums_[n.a] && sums_[n.b];
        const int a = swap ? n.b : n.a, b = swap ? n.a : n.b;
        text = operand(a, false) + " + " + operand(b, true);
        sums_[i] = true;
        break;
      }
      case ExprOp::subtract:
        text = operand(n.a, false) + " - " + operand(n.b, true);
        sums_[i] = true;
        break;
      case ExprOp::multiply: {
        const bool swap = inlined_product(n.b) && !inlined_product(n.a);
        const int a = swap ? n.b : n.a, b = swap ? n.a : n.b;
        const std::string right = operand(b, true);
        text = operand(a, true) + " * " + (inlined_product(b) ? "(" + right + ")" : right);
        break;
      }
      case ExprOp::divide:
        text = operand(n.a, true) + " / " +
               (inlined_product(n.b) ? "(" + operand(n.b, true) + ")" : operand(n.b, true));
        break;
      case ExprOp::sign:
        text = spelling_.prefix + "sign(" + operand(n.a, false) + ")";
        break;
      default:
        return;
    }
    finish(node, text);
  }
  bool inlined_product(int node) const {
    const ExprOp op = at(node).op;
    const bool named = texts_[node].find(' ') == std::string::npos;  // a name has none
    return (op == ExprOp::multiply || op == ExprOp::divide) && !named;
  }

  /// Stores, names or keeps what was computed.
  void finish(int node, const std::string& text) {
    const std::size_t i = node;
    const auto& readers = consumers_[i];
    const bool pivot = std::find(pivotal_.begin(), pivotal_.end(), node) != pivotal_.end();
    const std::size_t uses = readers.size() + stores_[i].size() + (pivot ? 1u : 0u);
    texts_[i] = text;
    if (uses == 1 && stores_[i].size() == 1 && may_store(node)) {
      write_stores(node, text);
      return;
    }
    const bool keep = uses == 1 && readers.size() == 1 && readers[0] - node <= nearby &&
                      text.size() <= longest_inline;
    if (keep) return;
    const std::string name = "t" + std::to_string(++names_);
    line("const " + spelling_.real + " " + name + " = " + text + ";");
    texts_[i] = name;
    sums_[i] = false;
    write_stores(node, name);
  }
  /// Results wait until the pivots have been looked at.
  bool may_store(int node) const { return program_.pivots.empty() || node > last_pivot_; }
  void write_stores(int node, const std::string& text) {
    if (stores_[node].empty()) return;
    if (may_store(node)) {
      store(node, text);
    } else {
      late_.push_back(node);
    }
  }
  void store(int node, const std::string& text) {
    for (const Store& s : stores_[node]) {
      std::string value = text;
      if (s.negative && sums_[node]) value = "(" + value + ")";
      if (s.negative) value = "-" + value;
      line(entry(program_.outputs[s.array].name, s.entry) + " = " + value + ";");
    }
  }
  /// Results that nothing needs to be computed for: constants and inputs.
  void write_constants() {
    for (const ProgramArray& array : program_.outputs) {
      for (int e = 0; e < array.size(); ++e) {
        const Expr& x = array.entries[e];
        const bool input = !x.constant() && at(x.node()).op == ExprOp::input;
        if ((!x.constant() && !input) || !array.writes(e)) continue;
        const bool negative = input ? x.negative() : x.value() < 0.0;
        const std::string text =
            input ? inputs_[at(x.node()).a] : number_text(std::abs(x.value()), spelling_.single);
        line(entry(array.name, e) + " = " + (negative ? "-" : "") + text + ";");
      }
    }
  }
  void check_pivots(int node) {
    if (program_.pivots.empty() || node != last_pivot_) return;
    std::string condition;
    for (const ProgramPivot& p : program_.pivots) {
      const auto text = [&](const Expr& x) {
        if (x.constant()) return number_text(x.value(), spelling_.single);
        return (x.negative() ? "-" : "") + operand(x.node(), true);
      };
      condition += (condition.empty() ? "" : " && ") + text(p.pivot) + " > " + text(p.floor);
    }
    if (spelling_.device) {
      line("if (!(" + condition + ")) {");
      for (const ProgramArray& array : program_.outputs) {
        line("  for (int k = 0; k < " + std::to_string(array.size()) + "; ++k) " + array.name +
             "[k * states] = " + spelling_.prefix + "nothing();");
      }
      line("  return;");
      line("}");
    } else {
      line("if (!(" + condition + ")) return 0;");
    }
  }

  struct Store {
    std::size_t array;
    int entry;
    bool negative;
  };
  const ExprProgram& program_;
  const Spelling& spelling_;
  std::vector<bool> needed_;
  std::vector<std::string> texts_, inputs_;
  std::vector<bool> sums_;  // the text is a sum, which needs brackets in products
  std::vector<std::vector<int>> consumers_;
  std::vector<std::vector<Store>> stores_;
  std::vector<int> pivotal_, late_;
  int last_pivot_ = -1, names_ = 0;
  std::string out_;
};

}  // namespace

std::string number_text(double x, bool single) {
  char digits[40];
  const auto end = single ? std::to_chars(digits, digits + sizeof digits, static_cast<float>(x))
                          : std::to_chars(digits, digits + sizeof digits, x);
  std::string text(digits, end.ptr);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return single ? text + "f" : text;
}

std::string body_text(const ExprProgram& program, const Spelling& spelling) {
  return StatementWriter(program, spelling).text();
}

}  // namespace alembert
