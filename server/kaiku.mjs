#!/usr/bin/env node
import { builtCommandLine } from './build.mjs'

// What is built is named by its source where something goes wrong.
process.setSourceMapsEnabled(true)
const { runCommand } = await import(await builtCommandLine())
process.exitCode = await runCommand(process.argv.slice(2))
