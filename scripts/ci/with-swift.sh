#!/usr/bin/env bash
# Runs a command against a real S3 store: Debian's OpenStack Swift with its S3 API, on free ports of this machine, in a
# folder of its own that is gone afterwards. Installs it when root may use apt. Where that cannot be, it says so in one line
# and ends well: whoever has no Swift is no worse off.
#   scripts/ci/with-swift.sh npm test -- src/files/s3-file-store.test.ts
set -euo pipefail

PACKAGES=(swift-proxy swift-account swift-container swift-object)
SERVERS=(account container object proxy)

skip() {
  echo "Tests on Swift are left out: $1."
  exit 0
}

install_swift() {
  command -v swift-proxy-server swift-object-server swift-account-server swift-container-server >/dev/null && return
  command -v apt-get >/dev/null || skip "there is no apt here"
  [ "$(id -u)" -eq 0 ] || skip "only root can install it"
  local log failed=""
  log=$(mktemp)
  # The runlevel keeps the packages from starting services of the machine: ours run from a folder of their own.
  export RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive
  { apt-get update && apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=60 "${PACKAGES[@]}"; } \
    >"$log" 2>&1 </dev/null || failed=$(grep -m1 '^E:' "$log" || tail -n1 "$log")
  rm -f "$log"
  [ -z "$failed" ] || skip "apt could not install it ($failed)"
}

# Swift keeps what it knows of a file in extended attributes, which not every file system has.
make_folder() {
  local parent
  for parent in "${TMPDIR:-/tmp}" /var/tmp /var/lib; do
    FOLDER=$(mktemp -d "$parent/meterbook-swift-XXXXXX" 2>/dev/null) || continue
    /usr/bin/python3 -c 'import os, sys; os.setxattr(sys.argv[1], "user.swift", b"x")' "$FOLDER" 2>/dev/null && return
    rm -rf "$FOLDER"
  done
  skip "no file system here has extended attributes"
}

# Rings of one device each, on free ports; prints the ports and a secret.
make_rings() {
  /usr/bin/python3 - "$FOLDER" <<'PYTHON'
import secrets, socket, sys
from swift.common.ring import RingBuilder
sockets = [socket.socket() for _ in range(4)]
for each in sockets:
    each.bind(("127.0.0.1", 0))
ports = [each.getsockname()[1] for each in sockets]
for name, port in zip(("account", "container", "object"), ports):
    builder = RingBuilder(4, 1, 0)
    builder.add_dev({"region": 1, "zone": 1, "ip": "127.0.0.1", "port": port, "device": "d1", "weight": 1})
    builder.rebalance()
    builder.get_ring().save(f"{sys.argv[1]}/{name}.ring.gz")
print(*ports, secrets.token_hex(20))
PYTHON
}

write_settings() {
  # The one file that is not looked for beside the others.
  if [ ! -f /etc/swift/swift.conf ]; then
    mkdir -p /etc/swift
    printf '[swift-hash]\nswift_hash_path_suffix = meterbook\nswift_hash_path_prefix = meterbook\n' >/etc/swift/swift.conf
  fi
  mkdir -p "$FOLDER/nodes/d1" "$FOLDER/recon"
  read -r ACCOUNT_PORT CONTAINER_PORT OBJECT_PORT PROXY_PORT SECRET < <(make_rings) || return 1
  local name port
  for name in account container object; do
    port="${name^^}_PORT"
    cat >"$FOLDER/$name.conf" <<SETTINGS
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${!port}
workers = 0
user = $(id -un)
swift_dir = $FOLDER
devices = $FOLDER/nodes
mount_check = false
disable_fallocate = true
[pipeline:main]
pipeline = $name-server
[app:$name-server]
use = egg:swift#$name
recon_cache_path = $FOLDER/recon
SETTINGS
  done
  cat >"$FOLDER/proxy.conf" <<SETTINGS
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $PROXY_PORT
workers = 0
user = $(id -un)
swift_dir = $FOLDER
[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
# There must be a cache, not a reachable one: without it everything is looked up anew.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = $SECRET .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
SETTINGS
}

show_logs() {
  local name
  for name in "${SERVERS[@]}"; do
    echo "--- swift-$name-server"
    tail -n 25 "$FOLDER/$name.log" 2>/dev/null | cut -c 1-1500 || true
  done
}

PIDS=()
FOLDER=""
stop() {
  local code=$?
  trap - EXIT
  for pid in "${PIDS[@]}"; do kill "$pid" 2>/dev/null || true; done
  for pid in "${PIDS[@]}"; do wait "$pid" 2>/dev/null || true; done
  [ "$code" -eq 0 ] || show_logs
  [ -z "$FOLDER" ] || rm -rf "$FOLDER"
  exit "$code"
}

answers() {
  # Any answer will do: without a signature it is a refusal.
  (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

start_swift() {
  local name port pid
  for name in "${SERVERS[@]}"; do
    "swift-$name-server" "$FOLDER/$name.conf" verbose >"$FOLDER/$name.log" 2>&1 </dev/null &
    PIDS+=($!)
  done
  for name in "${SERVERS[@]}"; do
    port="${name^^}_PORT"
    for _ in $(seq 300); do
      answers "${!port}" && continue 2
      sleep 0.1
    done
    echo "swift-$name-server does not listen."
    return 1
  done
  for pid in "${PIDS[@]}"; do kill -0 "$pid" || return 1; done
}

install_swift
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
make_folder
if ! { write_settings && start_swift; }; then
  show_logs
  skip "it does not start here"
fi
METERBOOK_TEST_S3_ENDPOINT="http://127.0.0.1:$PROXY_PORT" \
  METERBOOK_TEST_S3_REGION=us-east-1 \
  METERBOOK_TEST_S3_BUCKET=meterbook-test \
  METERBOOK_TEST_S3_ACCESS_KEY_ID=test:tester \
  METERBOOK_TEST_S3_SECRET_ACCESS_KEY="$SECRET" \
  "$@"
