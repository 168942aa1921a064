#!/bin/sh
# Builds the peers that the machine can build, into build/ beside this file. What is missing is named, with the Debian
# package or the PyPI package that brings it; nothing fails for it. CC, CXX and PYTHON choose the tools.
set -u
cd "$(dirname "$0")" || exit 1

cc=${CC:-cc}
cxx=${CXX:-c++}
python=${PYTHON:-python3}
optimized="-O3 -march=native -shared -fPIC"
log=$(mktemp)
trap 'rm -f "$log"' EXIT

skipped() {
  echo "skipped $1: $2"
}

# compile NAME OUTPUT COMMAND...: a compiler that is there has to succeed on sources that are here.
compile() {
  name=$1 output=$2
  shift 2
  if "$@" -o "build/$output" > "$log" 2>&1; then
    echo "built $name"
  else
    cat "$log" >&2
    echo "failed to build $name" >&2
    exit 1
  fi
}

# has_header COMPILER-OPTIONS HEADER: whether C++ sources can include it.
has_header() {
  echo "#include <$2>" | "$cxx" $1 -std=c++17 -x c++ -fsyntax-only - > "$log" 2>&1
}

# with_library NAME PACKAGE OPTIONS HEADER OUTPUT COMMAND...
with_library() {
  name=$1 package=$2 options=$3 header=$4 output=$5
  shift 5
  if has_header "$options" "$header"; then
    compile "$name" "$output" "$cxx" -std=c++17 $optimized $options "$@"
  else
    skipped "$name" "needs <$header> (Debian: $package)"
  fi
}

# Prints the folder of Intel's library, if the Python package with it is installed.
find_svml="
from importlib.metadata import files
print(next(file for file in files('intel-cmplr-lib-rt') if file.name == 'libsvml.so').locate().resolve().parent)"

rm -rf build
mkdir -p build

for level in x86-64-v3 x86-64-v4; do
  if [ "$(uname -m)" != x86_64 ]; then
    skipped "intrinsics $level" "needs an x86-64 machine"
  elif ! command -v "$cc" > /dev/null; then
    skipped "intrinsics $level" "needs a C compiler (Debian: gcc)"
  else
    compile "intrinsics $level" "libintrinsics-$level.so" \
      "$cc" -O3 -march=$level -Wall -Wextra -shared -fPIC intrinsics*.c
  fi
done

if ! has_header "" cmath; then
  skipped "plain C++, highway, eigen, glm, sleef, svml, qt and rlottie" "they need a C++ compiler (Debian: g++)"
else
  # Linking with -ffast-math would switch the whole process to flushing subnormal numbers to zero.
  "$cxx" -std=c++17 $optimized -ffast-math -c plain.cpp -o build/plain.o || exit 1
  compile "plain C++" libplain.so "$cxx" -shared build/plain.o -lm
  compile "solvers" solvers.so "$cxx" -std=c++17 $optimized solvers.cpp
  with_library highway libhwy-dev "" hwy/contrib/math/math-inl.h libhighway.so highway.cpp
  eigen=$(pkg-config --cflags eigen3 2> /dev/null || echo -I/usr/include/eigen3)
  with_library eigen libeigen3-dev "$eigen" Eigen/Core libeigen.so eigen.cpp
  with_library glm libglm-dev "" glm/glm.hpp libglm.so -fno-math-errno -fno-trapping-math glm.cpp
  if echo "int main() { return !__builtin_cpu_supports(\"x86-64-v3\"); }" > "$log.cpp" &&
    "$cxx" "$log.cpp" -o "$log.exe" 2> /dev/null && "$log.exe"; then
    for accuracy in u10 u35; do
      with_library "sleef $accuracy" libsleef-dev "" sleef.h libsleef-$accuracy.so \
        -Wno-ignored-attributes -DACCURACY=$accuracy vector_functions.cpp -lsleef
    done
    if svml=$("$python" -c "$find_svml" 2> /dev/null); then
      compile svml libintel-svml.so "$cxx" -std=c++17 $optimized -Wno-ignored-attributes -mno-red-zone -DSVML \
        vector_functions.cpp -L"$svml" -Wl,-rpath,"$svml" -Wl,--no-as-needed -lsvml -l:libintlc.so.5
    else
      skipped svml "$python has no libsvml.so (pip install intel-cmplr-lib-rt)"
    fi
  else
    skipped "sleef and svml" "they need a processor with AVX2"
  fi
  rm -f "$log.cpp" "$log.exe"
  qt=$(pkg-config --cflags Qt6Core 2> /dev/null)
  with_library qt qt6-base-dev "$qt" QEasingCurve libqt.so qt.cpp -lQt6Core
  # moc writes the code behind Qt's properties.
  moc=$(pkg-config --variable=libexecdir Qt6Core 2> /dev/null)/moc
  if [ -x "$moc" ] && "$moc" qt_animations.cpp -o build/qt_animations.moc; then
    with_library "qt's animations" qt6-base-dev "$qt" QPropertyAnimation scenes-qt.so -Ibuild qt_animations.cpp -lQt6Core
  else
    skipped "qt's animations" "needs moc (Debian: qt6-base-dev-tools)"
  fi
  with_library rlottie librlottie-dev "" rlottie.h lottie-rlottie.so rlottie.cpp -lrlottie
fi

if ! command -v "$python" > /dev/null; then
  skipped "numpy and numba" "they need Python 3 (Debian: python3)"
elif ! "$python" -c "import numpy" > "$log" 2>&1; then
  skipped "numpy and numba" "$python has no numpy (pip install numpy numba)"
else
  # The interpreter as it is found now, so that a later run measures with the same one.
  interpreter=$("$python" -c "import sys; print(sys.executable)")
  printf '#!/bin/sh\nNUMBA_CACHE_DIR="%s/build/numba" exec "%s" "%s/python/runner.py"\n' \
    "$PWD" "$interpreter" "$PWD" > build/run-python
  chmod +x build/run-python
  echo "built numpy"
  if "$python" -c "import numba" > "$log" 2>&1; then
    echo "built numba"
  else
    skipped numba "$python has no numba (pip install numba)"
  fi
fi
