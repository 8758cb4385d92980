#include "task/point_limit.hpp"

namespace alembert {

PointLimit certified(PointTerm term, int first, int last) {
  PointLimit limit;
  limit.term = std::move(term);
  limit.between_nodes = PointLimit::BetweenNodes::certified;
  limit.first_segment = first;
  limit.last_segment = last;
  return limit;
}

void limit_entry(PointLimit& limit, int entry, LimitSubject subject, double lower, double upper,
                 double scale) {
  const Eigen::Index size = limit.lower.size();
  limit.entries.push_back(entry);
  limit.subjects.push_back(std::move(subject));
  for (Eigen::VectorXd* vector : {&limit.lower, &limit.upper, &limit.scale}) {
    vector->conservativeResize(size + 1);
  }
  limit.lower[size] = lower;
  limit.upper[size] = upper;
  limit.scale[size] = scale;
}

}  // namespace alembert
