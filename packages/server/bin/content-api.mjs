#!/usr/bin/env node
// This file exists before the build, so that package managers can link it. In an older Node it prints a
// message, where the built code would cause a syntax error.
import { createRequire } from 'node:module'

const { engines } = createRequire(import.meta.url)('@content-api/server/package.json')
const [major, minor] = engines.node.match(/\d+/g).map(Number)
const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number)
if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  process.stderr.write(
    `content-api needs Node ${major}.${minor} or newer, but this is ${process.versions.node}. Install a newer one from https://nodejs.org.\n`,
  )
  process.exit(1)
}
// Before the other modules: they are read in parallel, and Node would print the stack of an error.
const { explainLowLimit, openFileLimit } = await import('@content-api/core/config/open-file-limit')
const problem = explainLowLimit(openFileLimit())
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}
await import('../dist/cli/main.js')
