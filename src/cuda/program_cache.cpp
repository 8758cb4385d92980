#include "cuda/program_cache.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "cuda/driver.hpp"
#include "partial_name.hpp"

namespace alembert::cuda {

namespace {

/// FNV-1a, 64 bits, from a start of one's own.
std::uint64_t hashed(const std::string& text, std::uint64_t hash) {
  for (const char letter : text) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211u;
  }
  return hash;
}

std::filesystem::path users_cache() {
  if (const char* folder = std::getenv("XDG_CACHE_HOME"); folder && *folder) {
    return std::filesystem::path(folder) / "alembert" / "cuda";
  }
  const char* home = std::getenv("HOME");
  return home && *home ? std::filesystem::path(home) / ".cache" / "alembert" / "cuda"
                       : std::filesystem::path();
}

/// Nobody else could have written it: what is kept there runs.
bool is_ours(const std::filesystem::path& path) {
  struct stat about {};
  return stat(path.c_str(), &about) == 0 && about.st_uid == geteuid() &&
         (about.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

}  // namespace

ProgramCache::ProgramCache(const std::string& folder) {
  if (folder != "-") folder_ = folder.empty() ? users_cache() : std::filesystem::path(folder);
}

std::string ProgramCache::machine_code(const std::string& source, const std::string& name,
                                       int capability) const {
  if (folder_.empty()) return compile_source(source, name, capability);
  // Two hashes of all that the machine code depends on.
  const std::string key = compiler_version() + " " + std::to_string(capability) + "\n" + source;
  char digits[40];
  std::snprintf(digits, sizeof digits, "%016llx%016llx",
                static_cast<unsigned long long>(hashed(key, 14695981039346656037u)),
                static_cast<unsigned long long>(hashed(key, 1099511627776123u)));
  const std::filesystem::path place = folder_ / (std::string(digits) + ".cubin");
  if (is_ours(folder_) && is_ours(place)) {  // before it is opened: others' pipes never end
    if (std::ifstream file(place, std::ios::binary); file) {
      return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }
  }
  const std::string code = compile_source(source, name, capability);
  std::error_code ignored;  // a cache that cannot be written costs time, nothing else
  if (std::filesystem::create_directories(folder_, ignored)) {
    std::filesystem::permissions(folder_, std::filesystem::perms::owner_all, ignored);
  }
  if (!is_ours(folder_)) return code;
  const std::filesystem::path partial = partial_name(place.string());
  std::ofstream out(partial, std::ios::binary);
  out << code;
  out.close();
  if (out) {
    std::filesystem::rename(partial, place, ignored);
  } else {
    std::filesystem::remove(partial, ignored);
  }
  return code;
}

std::string ProgramCache::remedy() const {
  return folder_.empty() ? "" : ", or delete the programs kept in " + folder_.string();
}

}  // namespace alembert::cuda
