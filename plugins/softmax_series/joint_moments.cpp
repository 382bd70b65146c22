// SPDX-FileCopyrightText: The kapprox authors
// SPDX-License-Identifier: Apache-2.0

// Monomials are made block by block, each from its parent, and a block is used by one matrix
// product at once. Only those below the highest degree are kept, as parents: the highest degree has
// most of them. Blocks are short enough that multiply_transposed sums each element in one chain.
#include "joint_moments.hpp"

#include <kapprox/parallel.hpp>
#include <kapprox/rows.hpp>
#include <kapprox/vector_math.hpp>

#include <algorithm>

namespace kapprox {

namespace {

constexpr Index block_size = 512;  // monomials
constexpr Index key_tile = 64;

std::size_t place(Index i) { return static_cast<std::size_t>(i); }

// Number of monomials that are kept as parents: at least the constant.
Index parents_of(const MonomialTable& table) {
  return std::max(table.first[place(table.degree())], Index{1});
}

// Monomials of keys, one per row, of degree s ≥ 1: k^α/α! in column j for key j.
void key_block(const MonomialTable& table, ConstMatrixView coordinates, const Matrix& parents,
               Index begin, MatrixView out) {
  for (Index row = 0; row < out.rows; ++row) {
    const std::size_t alpha = place(begin + row);
    const double* parent = parents.row(table.parent[alpha]).data();
    const double* coordinate = coordinates.row(table.last[alpha]).data();
    const auto repeats = static_cast<double>(table.repeats[alpha]);
    double* value = out.row(row).data();
    for (Index j = 0; j < out.cols; ++j) value[j] = parent[j] * coordinate[j] / repeats;
  }
}

// Monomials of queries, one per column, of degree s ≥ 1: q^α.
void query_block(const MonomialTable& table, ConstMatrixView queries, const Matrix& parents,
                 Index begin, MatrixView out) {
  for (Index i = 0; i < out.rows; ++i) {
    const double* parent = parents.row(i).data();
    const double* query = queries.row(i).data();
    for (Index column = 0; column < out.cols; ++column) {
      const std::size_t alpha = place(begin + column);
      out(i, column) = parent[table.parent[alpha]] * query[table.last[alpha]];
    }
  }
}

void add_to(MatrixView sum, const Matrix& addend) {
  for (Index i = 0; i < sum.rows; ++i)
    for (Index j = 0; j < sum.cols; ++j) sum(i, j) += addend(i, j);
}

// cols × rows: what is left of rows begin … end − 1 without the origin, transposed.
Matrix centred_columns(ConstMatrixView whole, Index begin, Index end,
                       const std::vector<double>& origin, Index extra_rows) {
  Matrix result(whole.cols + extra_rows, end - begin);
  for (Index j = begin; j < end; ++j)
    for (Index l = 0; l < whole.cols; ++l) result(l, j - begin) = whole(j, l) - origin[place(l)];
  return result;
}

}  // namespace

JointMoments::JointMoments(ConstMatrixView keys, ConstMatrixView values, Index order)
    : keys_(keys),
      values_(values),
      table_(keys.cols, order),
      sums_(values.cols + 1, table_.count()) {}

void JointMoments::grow(Index count) {
  if (count_ == 0) {
    key_origin_ = mean_row({keys_.data, count, keys_.cols, keys_.stride});
    value_origin_ = mean_row({values_.data, count, values_.cols, values_.stride});
  }
  for (; count_ < count; count_ = std::min(count_ + key_tile, count))
    add_tile(count_, std::min(count_ + key_tile, count));
}

void JointMoments::add_tile(Index begin, Index end) {
  const Matrix coordinates = centred_columns(keys_, begin, end, key_origin_, 0);
  Matrix values = centred_columns(values_, begin, end, value_origin_, 1);
  Matrix parents(parents_of(table_), end - begin);
  std::fill(parents.row(0).begin(), parents.row(0).end(), 1.0);
  std::fill(values.row(values_.cols).begin(), values.row(values_.cols).end(), 1.0);
  for (Index s = 0; s <= table_.degree(); ++s) {
    const Index first = table_.first[place(s)];
    const Index last = table_.first[place(s) + 1];
    // Blocks read parents of degree s − 1 and write their own monomials and sums.
    for_each_index((last - first + block_size - 1) / block_size, [&](Index block) {
      const Index a = first + block * block_size;
      const Index b = std::min(a + block_size, last);
      Matrix scratch;
      if (b > parents.rows()) scratch = Matrix(b - a, parents.cols());
      const MatrixView monomials =
          b > parents.rows() ? MatrixView(scratch) : MatrixView(parents).rows_from(a, b - a);
      if (s > 0) key_block(table_, coordinates, parents, a, monomials);
      Matrix product(values.rows(), b - a);
      multiply_transposed(values, monomials, product);
      add_to(MatrixView(sums_).columns_from(a, b - a), product);
    });
  }
}

void JointMoments::evaluate(ConstMatrixView queries, MatrixView out) const {
  Matrix parents(queries.rows, parents_of(table_));
  for (Index i = 0; i < queries.rows; ++i) parents(i, 0) = 1.0;
  Matrix scratch(queries.rows, block_size);
  Matrix product(queries.rows, sums_.rows());
  for (Index i = 0; i < out.rows; ++i) std::fill(out.row(i).begin(), out.row(i).end(), 0.0);
  for (Index s = 0; s <= table_.degree(); ++s) {
    const MatrixView sum = out.columns_from(s * sums_.rows(), sums_.rows());
    for (Index a = table_.first[place(s)]; a < table_.first[place(s) + 1]; a += block_size) {
      const Index b = std::min(a + block_size, table_.first[place(s) + 1]);
      const MatrixView monomials = b > parents.cols() ? MatrixView(scratch).columns_from(0, b - a)
                                                      : MatrixView(parents).columns_from(a, b - a);
      if (s > 0) query_block(table_, queries, parents, a, monomials);
      const ConstMatrixView all = sums_;
      multiply_transposed(monomials, all.columns_from(a, b - a), product);
      add_to(sum, product);
    }
  }
}

}  // namespace kapprox
