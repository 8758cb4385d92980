// Inside Eigen::DenseBase, in place of Eigen's own (lean_eigen.hpp): A(rows, columns) and
// v(entries) by lists of indices, with signatures that say nothing of the class they are in.
#ifdef ALEMBERT_LEAN_EIGEN
template <typename Rows, alembert::lean_eigen::ListBeside<Rows> Columns>
auto operator()(const Rows& rows, const Columns& columns) const {
  return alembert::lean_eigen::picked(derived(), rows, columns);
}
template <typename Rows, alembert::lean_eigen::ListBeside<Rows> Columns>
auto operator()(const Rows& rows, const Columns& columns) {
  return alembert::lean_eigen::picked(derived(), rows, columns);
}
template <alembert::lean_eigen::List Entries>
auto operator()(const Entries& entries) const {
  return alembert::lean_eigen::picked(derived(), entries);
}
template <alembert::lean_eigen::List Entries>
auto operator()(const Entries& entries) {
  return alembert::lean_eigen::picked(derived(), entries);
}
#endif
