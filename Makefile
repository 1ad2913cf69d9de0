# SPDX-License-Identifier: Apache-2.0
# The commands of this package. `make demo` and `make test` install what is missing and need
# nothing but Swift 6.3 on Debian 12.

PREFIX ?= /usr/local
RUNG := .build/release/rung
# Swift's libraries inside, relocations packed and no debug information: 5 MiB less to load.
LEAN := --static-swift-stdlib -Xswiftc -use-ld=lld \
  -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --strip-debug

.PHONY: demo test test-players test-interruptions build lint format docs bench install packages fixtures leaks fuzz

## Encodes a small HDR10 source into out/: SDR and PQ rungs, playlists, a report.
demo: build
	@Scripts/install-packages test
	@Fixtures/make-fixtures
	$(RUNG) package Fixtures/generated/demo-hdr10.mp4 -o out/ --force

## Runs the tests, end-to-end ones against FFmpeg and mediainfo included.
test: fixtures
	@Scripts/install-peers
	swift build --build-tests
	swift test --skip-build

## Plays what `rung package` makes in Chromium, mpv and GStreamer.
test-players: build fixtures
	@Scripts/install-packages players
	@Scripts/install-peers
	Scripts/test-players

## Kills packaging and downloads again and again, and checks that they go on (half an hour).
test-interruptions: build
	Scripts/test-interruptions
	Scripts/test-shared-library

## Builds the release binary, which brings Swift's libraries along: it starts faster, in less memory.
build:
	@Scripts/install-packages build
	swift build -c release --product rung $(LEAN)

## Makes the media that the tests use.
fixtures:
	@Scripts/install-packages build test
	@Fixtures/make-fixtures

## Checks the format of all sources; any finding is an error.
lint:
	swift format lint --strict --recursive Sources Tests Benchmarks Package.swift

## Formats all sources.
format:
	swift format --in-place --recursive Sources Tests Benchmarks Package.swift

## Builds the documentation of every library into .build/documentation.
docs:
	@Scripts/install-packages build
	Scripts/build-docs

## Measures Rung against what people use today; each figure is a ratio of one run.
bench: build
	@Scripts/install-packages bench
	Benchmarks/run $(TOPICS)

## Looks for leaks and memory errors with valgrind on a short run.
leaks: build fixtures
	Scripts/check-leaks

## Runs every fuzzer for a minute.
fuzz:
	@Scripts/install-packages build
	Scripts/fuzz 60

## Installs rung with the Swift runtime inside it.
install: build
	install -D $(RUNG) $(DESTDIR)$(PREFIX)/bin/rung
