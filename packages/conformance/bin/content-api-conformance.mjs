#!/usr/bin/env node
// There before anything is built, so that package managers can link it.
import '../dist/cli/main.js'
