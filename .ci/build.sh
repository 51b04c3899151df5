# Shared by the two entry scripts: the Debian packages that Limber needs, and its build. Sourced, not run.

packages_to_build=(
    g++ make cmake ninja-build pkg-config python3 python3-glad
    libeigen3-dev libsuitesparse-dev libopenblas-dev libcgal-dev
    libglfw3-dev libx11-dev libgl-dev libegl-dev libimgui-dev libstb-dev libglm-dev
    libtinyobjloader-dev libtinygltf-dev libassimp-dev nlohmann-json3-dev libcli11-dev libbullet-dev liblo-dev
)
packages_to_show=(libgl1-mesa-dri libegl1 libegl-mesa0 libgl1 fonts-inter fonts-dejavu-core fonts-wqy-microhei)
packages_to_test=(
    libspectra-dev libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev
    xvfb xauth xdotool imagemagick x11-utils libopenmpi-dev openmpi-bin
)

# Installs the missing packages among its arguments; prints nothing if none is missing.
install_missing() {
    local package missing=()
    for package in "$@"; do
        dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    echo "installing: ${missing[*]}"
    local as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# configure FOLDER [CMake options ...]: to compile several sources together. Takes a second if nothing changed.
configure() {
    local folder=$1
    shift
    mkdir -p "$folder"
    cmake -S . -B "$folder" -G Ninja -DCMAKE_UNITY_BUILD=ON "$@" >"$folder/configure.log" 2>&1 ||
        { cat "$folder/configure.log" >&2; return 1; }
}

# build FOLDER [CMake options ...]
build() {
    configure "$@"
    cmake --build "$1"
}
