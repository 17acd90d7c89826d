import { type Command, InvalidArgumentError, Option } from 'commander'
import { apiTokenTypes } from '@content-api/engine/accounts'

function readDays(text: string): number {
  const days = Number(text)
  if (/^\d+$/.test(text) && days >= 1 && days <= 36_500) return days
  throw new InvalidArgumentError('Use a whole number of days from 1 to 36500.')
}

/** Adds the commands `user`, `token` and `permissions`. `common` returns the options that every command has. */
export function addAccountCommands(program: Command, common: () => readonly Option[]): void {
  const add = (to: Command, name: string, description: string): Command => {
    const command = to.command(name).description(description)
    for (const option of common()) command.addOption(option)
    return command
  }

  const user = program.command('user').description('manage the users, who sign in with a password')
  add(user, 'create', 'create a user with a generated password, which is printed once')
    .argument('<name>')
    .argument('<address>', 'e-mail address')
    .option('-r, --role <type>', 'role of the user; default: the role of users who register')
    .action(async (name, address, options) => (await import('./accounts.js')).createUser(name, address, options))
  add(user, 'list', 'list all users').action(async (options) => (await import('./accounts.js')).listUsers(options))
  add(user, 'password', 'generate a new password, print it once and sign the user out everywhere')
    .argument('<name>', 'user name or e-mail address')
    .action(async (name, options) => (await import('./accounts.js')).resetPassword(name, options))
  add(user, 'sign-out', 'end all sessions and tokens of a user, who may sign in again')
    .argument('<name>', 'user name or e-mail address')
    .action(async (name, options) => (await import('./accounts.js')).signOut(name, options))
  add(user, 'block', 'sign a user out everywhere and reject further sign-ins')
    .argument('<name>', 'user name or e-mail address')
    .action(async (name, options) => (await import('./accounts.js')).setBlocked(name, true, options))
  add(user, 'unblock', 'allow a blocked user to sign in again')
    .argument('<name>', 'user name or e-mail address')
    .action(async (name, options) => (await import('./accounts.js')).setBlocked(name, false, options))
  add(user, 'delete', 'delete a user')
    .argument('<name>', 'user name or e-mail address')
    .action(async (name, options) => (await import('./accounts.js')).deleteUser(name, options))

  const token = program.command('token').description('manage the API tokens, which programs use')
  add(token, 'create', 'create a token, which is printed once')
    .argument('<name>')
    .addOption(new Option('-t, --type <type>', 'what the token allows').choices(apiTokenTypes).default('read-only'))
    .option('-a, --allow <actions...>', 'actions of a custom token, such as api::article.article.find')
    .option(
      '--access-key <key>',
      'use an existing token, for example one from Strapi; "-" reads it from standard input',
    )
    .option('--days <number>', 'days until the token expires; default: it never expires', readDays)
    .action(async (name, options) => (await import('./accounts.js')).createToken(name, options))
  add(token, 'list', 'list all tokens, without their secrets').action(async (options) =>
    (await import('./accounts.js')).listTokens(options),
  )
  add(token, 'revoke', 'revoke a token')
    .argument('<name>')
    .action(async (name, options) => (await import('./accounts.js')).revokeToken(name, options))

  const permissions = program.command('permissions').description('manage the permissions of roles')
  add(permissions, 'list', 'list the permissions of each role')
    .argument('[role]')
    .option('--all', 'list all existing actions instead')
    .action(async (role, options) => (await import('./accounts.js')).listPermissions(role, options))
  for (const how of ['grant', 'revoke'] as const) {
    add(permissions, how, how === 'grant' ? 'add permissions to a role' : 'remove permissions from a role')
      .argument('<role>')
      .argument('<actions...>', 'actions, such as api::article.article.find')
      .action(async (role, actions, options) =>
        (await import('./accounts.js')).changePermissions(how, role, actions, options),
      )
  }
}
