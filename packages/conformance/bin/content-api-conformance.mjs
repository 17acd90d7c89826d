#!/usr/bin/env node
// This file exists before the build, so that package managers can link it.
import '../dist/cli/main.js'
