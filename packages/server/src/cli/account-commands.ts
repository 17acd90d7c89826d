import { type Command, InvalidArgumentError, Option } from 'commander'
import { apiTokenTypes } from '../storage/accounts/api-tokens.js'

function readDays(text: string): number {
  const days = Number(text)
  if (/^\d+$/.test(text) && days >= 1 && days <= 36_500) return days
  throw new InvalidArgumentError('It must be a number of days, 1 or more.')
}

/** `user`, `token` and `permissions`; `common` gives the options that every command has. */
export function addAccountCommands(program: Command, common: () => readonly Option[]): void {
  const add = (to: Command, name: string, description: string): Command => {
    const command = to.command(name).description(description)
    for (const option of common()) command.addOption(option)
    return command
  }

  const user = program.command('user').description('people who may sign in')
  add(user, 'create', 'make a user with a password that is shown once')
    .argument('<name>')
    .argument('<address>', 'e-mail address')
    .option('-r, --role <type>', 'the role; default: that of people who register')
    .action(async (name, address, options) => (await import('./user.js')).createUser(name, address, options))
  add(user, 'list', 'show all users').action(async (options) => (await import('./user.js')).listUsers(options))
  add(user, 'password', 'give a user a new password, shown once')
    .argument('<name>', 'name or address')
    .action(async (name, options) => (await import('./user.js')).resetPassword(name, options))
  add(user, 'block', 'sign a user out everywhere and keep them out')
    .argument('<name>', 'name or address')
    .action(async (name, options) => (await import('./user.js')).setBlocked(name, true, options))
  add(user, 'unblock', 'let a user sign in again')
    .argument('<name>', 'name or address')
    .action(async (name, options) => (await import('./user.js')).setBlocked(name, false, options))
  add(user, 'delete', 'delete a user')
    .argument('<name>', 'name or address')
    .action(async (name, options) => (await import('./user.js')).deleteUser(name, options))

  const token = program.command('token').description('API tokens, for programs')
  add(token, 'create', 'make a token, which is shown once')
    .argument('<name>')
    .addOption(new Option('-t, --type <type>', 'what it allows').choices(apiTokenTypes).default('read-only'))
    .option('-a, --allow <actions...>', 'what a custom token allows, such as api::article.article.find')
    .option('--access-key <key>', 'a token that exists already, for example in Strapi; - reads it from standard input')
    .option('--days <number>', 'how long it is good; default: until it is revoked', readDays)
    .action(async (name, options) => (await import('./token.js')).createToken(name, options))
  add(token, 'list', 'show all tokens, without their secrets').action(async (options) =>
    (await import('./token.js')).listTokens(options),
  )
  add(token, 'revoke', 'make a token void')
    .argument('<name>')
    .action(async (name, options) => (await import('./token.js')).revokeToken(name, options))

  const permissions = program.command('permissions').description('what roles may do')
  add(permissions, 'list', 'show what each role may do')
    .argument('[role]')
    .option('--all', 'every action there is instead')
    .action(async (role, options) => (await import('./permissions.js')).listPermissions(role, options))
  for (const how of ['grant', 'revoke'] as const) {
    add(permissions, how, how === 'grant' ? 'let a role do more' : 'let a role do less')
      .argument('<role>')
      .argument('<actions...>', 'such as api::article.article.find')
      .action(async (role, actions, options) =>
        (await import('./permissions.js')).changePermissions(how, role, actions, options),
      )
  }
}
