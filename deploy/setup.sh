# shellcheck shell=sh
# The part that deploy/demo and deploy/test share (POSIX sh). The caller sets `root`, the clone's folder, and reads
# this file; then `set_up run` or `set_up test` installs what is missing and sets `venv`, the virtual environment.
# Exit status: 3 when a person must type a line first, 1 for any other trouble, told in a sentence.

SCREEN_PACKAGES="libdrm2 libegl1 libgbm1 libgl1 libgl1-mesa-dri libgles2 libmtdev1 fonts-noto-cjk fonts-tlwg-loma-ttf"
venv=${BANCA21_VENV:-$root/.venv}
case $venv in /*) ;; *) venv=$PWD/$venv ;; esac

say() { echo "banca21: $*" >&2; }

stop() {
    say "$@"
    exit 1
}

set_up() {
    choose_python
    install_packages
    make_venv
    install_locked "$1"
    compile_code
    build_languages
}

# Whether the Python $1 is one that the lock was made for.
fits() {
    "$1" -c 'import sys; sys.exit(not ((3, 11) <= sys.version_info[:2] <= (3, 13) and sys.maxsize > 2**32))' 2>/dev/null
}

makes_venvs() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }

# Sets `python` to the first that fits and makes virtual environments, else to the first that fits.
choose_python() {
    python=
    for each in ${PYTHON:-python3 python3.13 python3.12 python3.11}; do
        fits "$each" || continue
        if makes_venvs "$each"; then
            python=$each
            return
        fi
        python=${python:-$each}
    done
    [ -n "$python" ] || stop "No 64-bit Python 3.11, 3.12 or 3.13 found (tried: ${PYTHON:-python3 and its versions})." \
        "Debian 12, Debian 13 and Raspberry Pi OS (64-bit) have one; or name yours: PYTHON=/path/to/python3 deploy/demo"
}

# The Debian packages that are needed and not installed. A package may have been renamed: what it provides counts too.
missing_packages() {
    wanted=$SCREEN_PACKAGES
    makes_venvs "$python" || wanted="python3-venv $wanted"
    installed=$(dpkg-query --show --showformat '${db:Status-Status} ${Package}, ${Provides},\n' |
        sed -n 's/^installed //p' | tr ',' '\n' | sed 's/^ *//; s/[ :].*//')
    for each in $wanted; do
        echo "$installed" | grep -qxF "$each" || printf ' %s' "$each"
    done
}

install_packages() {
    if ! command -v dpkg-query >/dev/null; then
        say "This is no Debian: see to it yourself that the libraries and fonts of $SCREEN_PACKAGES are there."
        return
    fi
    missing=$(missing_packages)
    [ -n "$missing" ] || return 0
    line="apt-get update && apt-get install --yes --no-install-recommends$missing"
    if [ "$(id -u)" = 0 ]; then
        as_root=
    elif sudo -n true 2>/dev/null || { [ -t 0 ] && command -v sudo >/dev/null && sudo -v; }; then
        as_root=sudo
    elif command -v sudo >/dev/null; then
        ask_for "sudo sh -c '$line'"
    else
        ask_for "su -c '$line'"
    fi
    say "Installing system packages:$missing"
    $as_root env DEBIAN_FRONTEND=noninteractive sh -c "$line" >/dev/null </dev/null ||
        stop "apt-get failed, see above. Is the network up? Run this command again when it is."
}

ask_for() {
    say "System packages are missing, and only root can install them. Type this line, then run this command again:"
    echo "$1"
    exit 3
}

make_venv() {
    if fits "$venv/bin/python" && "$venv/bin/python" -c 'import pip' 2>/dev/null; then
        return
    fi
    if [ ! -e "$venv/pyvenv.cfg" ] && [ -n "$(ls -A "$venv" 2>/dev/null)" ]; then
        stop "$venv holds something else than a virtual environment. Move it away, or set BANCA21_VENV to another folder."
    fi
    makes_venvs "$python" ||
        stop "$python cannot make a virtual environment. Install its venv and ensurepip modules, or set PYTHON to another."
    say "Making the virtual environment $venv with $("$python" --version)"
    "$python" -m venv --clear "$venv"
}

# Installs the lock's part $1. A stamp in the virtual environment says what was installed for which folder.
install_locked() {
    due="$root $(cat "$root/deploy/lock/$1.txt" "$root/pyproject.toml" | sha256sum)"
    stamp=$venv/banca21-$1.stamp
    if [ "$(cat "$stamp" 2>/dev/null)" = "$due" ]; then
        return
    fi
    say "Installing the Python packages of deploy/lock/$1.txt (a minute or two)"
    pip_install --require-hashes --only-binary :all: --requirement "$root/deploy/lock/$1.txt"
    pip_install --no-deps --no-build-isolation --editable "$root"
    echo "$due" >"$stamp"
}

# Compiles what is new: core and screen may run as users who cannot write here, and would compile it at every start.
compile_code() {
    (cd "$root" && "$venv/bin/python" -m compileall -qq deploy engine firmware_bridge ui vision) ||
        say "The code could not be compiled: each start takes a little longer."
}

# Makes the screen's catalogues and fonts, some seconds; what is up to date is left alone.
build_languages() {
    "$venv/bin/python" -m ui.build >&2 || stop "The screen's languages could not be built, see above."
}

pip_install() {
    "$venv/bin/python" -m pip -qq --no-input --disable-pip-version-check install "$@" ||
        stop "pip failed, see above. Is the network up? Run this command again when it is."
}
