// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import RungCommands

@main
enum Main {
  static func main() async {
    await Rung.main()
  }
}
