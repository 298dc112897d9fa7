#!/usr/bin/env bash
# Starts the root file system as a container would, and runs the smoke test inside:
#   deploy/image/try.sh ROOTFS.tar.gz
# Nobody's rights (user 10001 in a namespace of its own, no capabilities, no new ones), the root read-only; what can be
# written is the data and /tmp. Needs bubblewrap, which has to be allowed to make user namespaces.
set -euo pipefail
rootfs=$(realpath "$1")
here=$(realpath "$(dirname "$0")/../..")
work=$(mktemp --directory)
trap 'chmod -R u+rwX "$work"; rm -rf "$work"' EXIT
mkdir -p "$work/root" "$work/data"
tar -xzf "$rootfs" -C "$work/root" --no-same-owner --exclude='./dev/*'
mkdir -p "$work/root/smoke"
touch "$work/root/etc/hosts"

# As whatever runs containers gives them.
echo '127.0.0.1 localhost' > "$work/hosts"
sandbox=(bwrap --unshare-user --uid 10001 --gid 10001 --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try
  --die-with-parent --new-session --cap-drop ALL
  --ro-bind "$work/root" / --ro-bind "$work/hosts" /etc/hosts --ro-bind "$here/tools" /smoke --bind "$work/data" /data
  --proc /proc --dev /dev --tmpfs /tmp
  --clearenv --setenv PATH /usr/local/bin:/usr/bin:/bin --setenv NODE_ENV production --setenv HOST 127.0.0.1
  --chdir /)
# Whoever is root out here is somebody else before the sandbox begins, who owns no more than the data.
if [ "$(id -u)" = 0 ]; then
  chown 10001:10001 "$work/data"
  chmod 0711 "$work"
  sandbox=(setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs "${sandbox[@]}")
fi
"${sandbox[@]}" /bin/sh -c 'id; grep -E "^(CapEff|CapBnd|NoNewPrivs)" /proc/self/status; ! touch /opt/kaiku/written 2>/dev/null'
"${sandbox[@]}" --as-pid-1 /usr/bin/tini -- node /smoke/smoke.mjs --data /data kaiku
