// What `./alembert` builds first has not everything: the rest is built when it is asked for.
#pragma once

namespace alembert {

/// Of the program (apps/alembert/first): runs `./alembert` with the same words again, which builds
/// the whole program and runs that.
[[noreturn]] void exec_full_program();

}  // namespace alembert
