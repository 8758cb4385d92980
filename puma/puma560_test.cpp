/* Compares the generated code of puma560 with values of the library it was made by. */
#include "puma560.hpp"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef double real;
static int failures = 0;

/* Against the largest entry: the library rounds in another order. */
static void compare(const char* what, int state, const real* x, const double* y, int n)
{
  double largest = 1.0, error = 0.0;
  for (int k = 0; k < n; ++k) {
    const double e = fabs((double)x[k] - y[k]);
    if (fabs(y[k]) > largest) largest = fabs(y[k]);
    if (!(e <= error)) error = e;
  }
  if (error <= 1e-12 * largest) return;
  printf("%s, state %d: off by %g of %g\n", what, state, error, largest);
  ++failures;
}

static void take(const double* x, real* y, int n)
{
  for (int k = 0; k < n; ++k) y[k] = (real)x[k];
}

static const double inverse_dynamics_q[2][6] = {
    {-1.1068357229232788, -0.6933753490447998, 0.09265338629484177, -1.7772516012191772, 
     0.20280581712722778, -0.7655328512191772},
    {1.7640434503555298, 0.7420865297317505, 0.25472551584243774, -1.3159105777740479, 
     -1.6880306005477905, 0.3773159086704254},
};
static const double inverse_dynamics_v[2][6] = {
    {-1.8175921440124512, -1.4432216882705688, -0.5570846796035767, 0.8178565502166748, 
     -1.1076762676239014, -1.3843789100646973},
    {0.8905620574951172, 0.25573891401290894, -1.3661912679672241, 0.9077646136283875, 
     -0.9988747835159302, -0.5917843580245972},
};
static const double inverse_dynamics_a[2][6] = {
    {0.7549046277999878, 0.6152912378311157, -1.3450742959976196, 1.4632923603057861, 
     -1.7187005281448364, 1.3781474828720093},
    {-0.8260509967803955, 0.8439643383026123, 0.7864428758621216, -0.5538602471351624, 
     -0.1429436355829239, -1.6450353860855103},
};
static const double inverse_dynamics_tau[2][6] = {
    {-32.81598696320811, 10.104520885799687, -2.440855323799104, 1.6941914746278517, 
     -1.6329274307587016, -0.5856482502377929},
    {28.03409553989887, 36.909211058340716, -17.935576845451354, 1.356183272068082, 
     -1.2899248738976963, -1.0014331536821433},
};

static void test_inverse_dynamics(void)
{
  for (int s = 0; s < 2; ++s) {
    real q[6];
    take(inverse_dynamics_q[s], q, 6);
    real v[6];
    take(inverse_dynamics_v[s], v, 6);
    real a[6];
    take(inverse_dynamics_a[s], a, 6);
    real tau[6];
    puma560::inverse_dynamics(q, v, a, tau);
    compare("inverse_dynamics tau", s, tau, inverse_dynamics_tau[s], 6);
  }
}

int main(void)
{
  test_inverse_dynamics();
  if (failures == 0) printf("all values as in the library\n");
  return failures == 0 ? 0 : 1;
}
