# shellcheck shell=bash
# What only an installed launcher does, and that of a tree of sources does not. The package of the controller and that of the agents have a folder each, with this launcher,
# programs, workloads and a Java of their own; their folders lie side by side. The file `deskmeter` reads this one.

readonly controller_home=${home/deskmeter-agent/deskmeter-controller}
readonly agent_home=${home/deskmeter-controller/deskmeter-agent}
readonly controller_jar=$controller_home/controller/deskmeter-controller.jar
readonly agent_jar=$agent_home/agent/deskmeter-agent.jar

# Where the services of the packages keep what they must not lose.
readonly service_state=/var/lib/deskmeter

readonly called=deskmeter
readonly own_commands=
readonly optional_needs='needed only by agents that work desktops of this machine, or use viewer programs'

own_usage() { printf '\n'; }

own_command() { :; }

# A server that only has a controller needs no desktops.
required_needs() { ! has_part agent || needs; }

own_probe() {
    case $1 in
        libX*) [ -n "$(find /lib /usr/lib /lib64 /usr/lib64 -maxdepth 2 -name "$1" -print -quit 2>/dev/null)" ] ;;
        *) die "$exit_failed" "probe: $1 (expected: a name of the list of needs; this is a bug in the launcher)" ;;
    esac
}

# A JDK of a distribution brings these with it. So do the packages, but not the archives.
building_needs() {
    cat <<EOF
libXtst.so.6|libxtst6|input of desktop agents
libXi.so.6|libxi6|input of desktop agents
libXrender.so.1|libxrender1|display of desktop agents
EOF
}

testing_needs() { :; }

package_of() { printf '%s\n' "$1"; }

version() { printf 'Deskmeter %s\n' "$(cat "$home/version")"; }

install_log() { mktemp -t deskmeter-install-XXXXXX.log; }

# Lines of doctor. A machine may lack one of both packages.
own_state() {
    local part
    for part in controller agent; do
        if has_part "$part"; then
            printf '%-12s %-8s %s\n' "$part" ok "package deskmeter-$part $(cat "$(home_of "$part")/version")"
        else
            printf '%-12s %-8s %s\n' "$part" - "$(remedy_of "$part")"
        fi
    done
}

home_of() { if [ "$1" = agent ]; then printf '%s\n' "$agent_home"; else printf '%s\n' "$controller_home"; fi; }

has_part() { [ -x "$(home_of "$1")/runtime/bin/java" ]; }

remedy_of() {
    if [ "$home" = "/usr/lib/${home##*/}" ]; then
        printf 'install the package deskmeter-%s\n' "$1"
    else
        printf 'unpack the archive deskmeter-%s of the same version beside this one, as %s\n' "$1" "$(home_of "$1")"
    fi
}

# Takes parts, that of the program first. What is installed is started: nothing is built, and no Java of the machine is used.
require_parts() {
    local part
    [ "$asks_help" = no ] || set -- "$1"
    for part in "$@"; do
        has_part "$part" || die "$exit_check_failed" "$asked: needs the programs of deskmeter-$part, which are not installed (hint: $(remedy_of "$part"))"
    done
    JAVA_HOME=$(home_of "$1")/runtime
    export JAVA_HOME
}

# Of a user's session.
require_agent() { require_parts agent; }

# Everything a command needs before its program starts: takes whether to install without asking, a set of needs, whether it works desktops of this machine ("desktops" or
# "none"), and the packages that it needs, that of its program first. A server that only has a controller needs no desktop, and an agent may have other machines' desktops:
# what is missing for a run is told by its check.
ready() {
    local yes=$1 set=$2 desktops=$3
    shift 3
    require_parts "$@"
    [ "${DESKMETER_READY:-}" = yes ] || [ "$desktops" = none ] || [ "$asks_help" = yes ] || install_missing "$yes" "$set"
}

# The folder that a command takes for the controller's data folder, if it is not told: that of the service for whoever may read its secret, where the command is for a
# running controller; else one of the user's own. Takes the command and its arguments.
data_folder() {
    local starts_one=no
    case $asked in
        controller | restore) starts_one=yes ;;
        demo | run | check) [[ " $* " = *' --controller'[\ =]* ]] || starts_one=yes ;;
    esac
    if [ "$starts_one" = no ] && { [ -r "$service_state/controller/admin.token" ] || { [ "$(id -u)" -eq 0 ] && [ -d "$service_state/controller" ]; }; }; then
        printf '%s\n' "$service_state/controller"
        return
    fi
    printf '%s\n' "${XDG_STATE_HOME:-${HOME:-/root}/.local/state}/deskmeter/controller"
}

readonly asked=${1:-}
case " $* " in
    *' --help '* | *' -h '* | *' --version '* | *' -V '*) readonly asks_help=yes ;;
    *) readonly asks_help=no ;;
esac
# Libraries that call native code and use memory of their own: Java warns of them since version 24.
readonly allowed=(--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow)
installation=("${allowed[@]}" -Ddeskmeter.command=deskmeter "-Ddeskmeter.data=$(data_folder "$@")")
readonly installation
