// All of the component report. Sentences, tables, pages and plots.
#pragma once

#include "alembert/formulation_study.hpp"
#include "alembert/operation_study.hpp"
#include "alembert/page.hpp"
#include "alembert/plot.hpp"
#include "alembert/report.hpp"
