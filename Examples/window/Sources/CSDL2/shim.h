// Swift has a `main` of its own, which SDL must not rename.
#define SDL_MAIN_HANDLED
#include <SDL.h>
