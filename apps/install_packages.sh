#!/usr/bin/env bash
# SPDX-FileCopyrightText: The kapprox authors
# SPDX-License-Identifier: Apache-2.0
#
# install_packages.sh LIST…: installs the Debian packages named in the list files, only those that
# are missing. Asks for root rights (sudo) only when something is missing.
set -euo pipefail

missing=()
for package in $(sed 's/#.*//' "$@"); do
  state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $state == installed ]] || missing+=("$package")
done
[[ ${#missing[@]} -eq 0 ]] && exit 0

if ! command -v apt-get >/dev/null; then
  echo "install_packages: this system has no apt-get, but the package lists are for Debian 12;" \
       "install the equivalents of: ${missing[*]}" >&2
  exit 2
fi
as_root=()
if [[ $(id -u) -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "install_packages: packages are missing and this user may not install them;" \
         "run as root: apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 2
  fi
  as_root=(sudo)
fi

echo "Installing ${#missing[@]} packages: ${missing[*]}"
"${as_root[@]}" apt-get update -q
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -q -y --no-install-recommends "${missing[@]}" </dev/null
