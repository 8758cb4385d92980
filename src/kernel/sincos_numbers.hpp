// The coefficients of sincos.hpp for the registers that the including file is compiled for.
// Included once for every width: by sincos.cpp, and by batches for other instruction sets.
#pragma once

#include "kernel/sincos.hpp"

namespace alembert {

// constinit: objects of other files may want sines before main.
template <>
constinit const SincosPolynomials<double> SincosPolynomials<double>::numbers = {
    {-0.16666666666666666, 0.0083333333333309445, -0.00019841269836751364, 2.7557316098812687e-06,
     -2.5051131065736049e-08, 1.5918073162923074e-10},
    {0.041666666666666664, -0.0013888888888887393, 2.4801587298761176e-05, -2.7557317269390272e-07,
     2.0876145780903544e-09, -1.1382597309861877e-11}};

template <>
constinit const SincosPolynomials<float> SincosPolynomials<float>::numbers = {
    {-0.16666664659914701f, 0.0083327478043351728f, -0.00019587790157289775f},
    {0.041666664657098035f, -0.0013888302568653848f, 2.4547841149616039e-05f}};

}  // namespace alembert
