// Prints the commands of a program as JSON instead of running it: `node --import print-commands.mjs main.js`.
// The program itself is the only complete list of its options.
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const { Command } = await import(pathToFileURL(createRequire(process.argv[1]).resolve('commander')).href)

const describe = (command) => ({
  name: command.name(),
  description: command.description(),
  arguments: command.registeredArguments.map((each) => ({
    name: each.name(),
    description: each.description,
    required: each.required,
    variadic: each.variadic,
    defaultValue: each.defaultValue,
  })),
  options: command.options.map(
    ({ flags, long, short, description, defaultValue, defaultValueDescription, argChoices }) => ({
      flags,
      names: [short, long].filter(Boolean),
      description,
      default: defaultValueDescription ?? defaultValue,
      choices: argChoices,
    }),
  ),
  // Hidden commands only suggest others.
  commands: command.commands.filter(({ _hidden: hidden }) => !hidden).map(describe),
})

Command.prototype.parseAsync = async function () {
  process.stdout.write(JSON.stringify(describe(this)))
}
