#!/usr/bin/env node
// This file exists before the build, so that package managers can link it.
await import('../dist/cli/main.js')
