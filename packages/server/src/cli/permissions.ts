import type { ContentApi } from '../server.js'
import { CliError } from './report-error.js'
import { printTable } from './table.js'
import { type ProjectOptions, withProject } from './open-project.js'

export async function listPermissions(
  role: string | undefined,
  options: ProjectOptions & { readonly all?: boolean },
): Promise<void> {
  await withProject(options, async (api) => {
    const { accounts } = api
    if (options.all) {
      for (const action of accounts.actions()) console.log(action)
      return
    }
    const roles = (await accounts.listRoles()).filter(({ type }) => role === undefined || type === role)
    if (roles.length === 0)
      throw new CliError(`There is no role "${role}". Run "content-api permissions list" to see all roles.`)
    printTable(
      ['role', 'users', 'permissions', 'set by'],
      roles.map(({ type, users, permissions, configured }) => [
        type,
        users,
        permissions.join('\n'),
        configured ? 'configuration' : 'commands',
      ]),
    )
    warnIfOpen(api)
  })
}

export async function changePermissions(
  how: 'grant' | 'revoke',
  role: string,
  actions: readonly string[],
  options: ProjectOptions,
): Promise<void> {
  await withProject(options, async (api) => {
    await api.accounts[how](role, actions)
    console.log(how === 'grant' ? `Granted to ${role}:` : `Revoked from ${role}:`)
    for (const action of actions) console.log(`  ${action}`)
    warnIfOpen(api)
  })
}

function warnIfOpen({ open }: ContentApi): void {
  if (!open) return
  process.stderr.write(
    'Permissions have no effect yet: without "permissions" in the configuration every request from this machine is allowed. An empty section is enough: permissions: {}\n',
  )
}
