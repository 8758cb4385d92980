// The functions that generated programs stand on.
#include "generate/statements.hpp"

namespace alembert {

namespace {

// The same polynomials and parts of pi/2 as in kernel/sincos.hpp.
constexpr const char* sines_in_double =
    R"(    const double shifted = x * 0.63661977236758134308 + 6755399441055744.0;
    const double k = shifted - 6755399441055744.0; /* quarter turns */
#ifdef FUSED
    const double r = fma(-k, 6.123233995736766e-17, fma(-k, 1.5707963267948966, x));
#else
    const double high = x - k * 1.5707963267341256, step = k * 6.077100506303966e-11;
    const double rough = high - step;
    const double r = rough + ((high - rough) - step - k * 2.0222662487959506e-21);
#endif
    const double t = r * r, t2 = t * t;
    const double S = (-0.16666666666666666 + 0.0083333333333309445 * t) +
                     t2 * ((-0.00019841269836751364 + 2.7557316098812687e-06 * t) +
                           t2 * (-2.5051131065736049e-08 + 1.5918073162923074e-10 * t));
    const double C = (0.041666666666666664 - 0.0013888888888887393 * t) +
                     t2 * ((2.4801587298761176e-05 - 2.7557317269390272e-07 * t) +
                           t2 * (2.0876145780903544e-09 - 1.1382597309861877e-11 * t));
    const double sine = r + r * t * S, cosine = 1.0 + t * (t * C - 0.5);
)";
constexpr const char* sines_in_float = R"(    const float shifted = x * 0.636619772f + 12582912.0f;
    const float k = shifted - 12582912.0f; /* quarter turns */
#ifdef FUSED
    const float r = fmaf(-k, -4.37113883e-8f, fmaf(-k, 1.57079637f, x));
#else
    const float high = (x - k * 1.5703125f) - k * 0.000482559204f, step = k * 1.2665987e-06f;
    const float rough = high - step;
    const float r = rough + ((high - rough) - step - k * 9.9209358e-10f);
#endif
    const float t = r * r;
    const float S = -0.16666664659914701f +
                    t * (0.0083327478043351728f - 0.00019587790157289775f * t);
    const float C = 0.041666664657098035f +
                    t * (-0.0013888302568653848f + 2.4547841149616039e-05f * t);
    const float sine = r + r * t * S, cosine = 1.0f + t * (t * C - 0.5f);
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string sines_on_device(const Spelling& spelling, bool fast) {
  const std::string& real = spelling.real;
  const std::string head = "__device__ static inline void " + spelling.prefix + "sines(" + real +
                           " x, " + real + "* s, " + real + "* c)\n{\n";
  if (fast) {
    return "/* The device's quick ones: absolute error 5e-7 for angles within +-pi, more beyond. "
           "*/\n" +
           head + "  __sincosf(x, s, c);\n}\n";
  }
  const std::string bits = spelling.single ? "const int quadrant = __float_as_int(shifted);\n"
                                           : "const int quadrant = __double2loint(shifted);\n";
  return "/* Sine and cosine, to 2 units of the last place for |x| < 1e5. */\n" + head +
         replaced(spelling.single ? sines_in_float : sines_in_double, "    ", "  ") + "  " + bits +
         "  const " + real +
         " a = quadrant & 1 ? cosine : sine, b = quadrant & 1 ? sine : cosine;\n"
         "  *s = quadrant & 2 ? -a : a;\n"
         "  *c = (quadrant + 1) & 2 ? -b : b;\n}\n";
}

}  // namespace

std::string sines_text(const Spelling& spelling, bool fast) {
  const std::string fused = spelling.device   ? "#define FUSED\n"
                            : spelling.single ? "#ifdef __FP_FAST_FMAF\n#define FUSED\n#endif\n"
                                              : "#ifdef __FP_FAST_FMA\n#define FUSED\n#endif\n";
  const std::string own = replaced(spelling.prefix, "::", "_") + "FUSED";
  if (spelling.device) {
    return replaced((fast ? "" : fused) + sines_on_device(spelling, fast), "FUSED", own) + "\n";
  }
  const std::string integer = spelling.single ? "int" : "long long";
  const std::string text =
      fused + "/* Sines and cosines of n angles, to 2 units of the last place for |x| < 1e5. */\n" +
      "static inline void " + spelling.prefix + "sines(int n, const " + spelling.real +
      "* angle, " + spelling.real + "* s, " + spelling.real + "* c)\n{\n" +
      "  for (int i = 0; i < n; ++i) {\n    const " + spelling.real + " x = angle[i];\n" +
      (spelling.single ? sines_in_float : sines_in_double) + "    " + integer + " quadrant;\n" +
      "    memcpy(&quadrant, &shifted, sizeof quadrant); /* its last bits are k's */\n"
      "    const " +
      spelling.real +
      " a = quadrant & 1 ? cosine : sine, b = quadrant & 1 ? sine : cosine;\n"
      "    s[i] = quadrant & 2 ? -a : a;\n"
      "    c[i] = (quadrant + 1) & 2 ? -b : b;\n  }\n}\n\n";
  return replaced(text, "FUSED", own);
}

std::string sign_text(const Spelling& spelling) {
  const std::string& real = spelling.real;
  return (spelling.device ? "__device__ " : "") + ("static inline " + real) + " " +
         spelling.prefix + "sign(" + real + " x) { return (" + real + ")((x > 0) - (x < 0)); }\n\n";
}

std::string nothing_text(const Spelling& spelling) {
  return "__device__ static inline " + spelling.real + " " + spelling.prefix +
         "nothing() { return " +
         (spelling.single ? "__int_as_float(0x7fffffff)"
                          : "__longlong_as_double(0x7fffffffffffffffLL)") +
         "; }\n\n";
}

}  // namespace alembert
