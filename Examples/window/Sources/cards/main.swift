// Cards that fly, are dragged and flung, and change their colours.
//
//     cards                        a window: drag cards, press space or the background, or return; escape leaves
//     cards --record FILE [STEP]   each frame, or each STEP-th, of a picture; Recording.swift says how they are written

import Foundation

let arguments = CommandLine.arguments
if arguments.count == 1 {
  try playInWindow()
} else if arguments[1] == "--record", arguments.count == 3 {
  try record(to: arguments[2], each: 1)
} else if arguments[1] == "--record", arguments.count == 4, let step = Int(arguments[3]), step > 0 {
  try record(to: arguments[2], each: step)
} else {
  print("usage: cards [--record FILE [STEP]]")
  exit(2)
}
