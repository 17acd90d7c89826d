import { printSecret, printTable } from './table.js'
import { type ProjectOptions, withProject } from './open-project.js'

export async function createUser(
  username: string,
  email: string,
  options: ProjectOptions & { readonly role?: string },
): Promise<void> {
  const { role } = options
  const { id, password } = await withProject(options, ({ accounts }) =>
    accounts.createUser({ username, email, ...(role === undefined ? {} : { role }) }),
  )
  printSecret(password, `Created user ${username} with id ${id} and a generated password.`)
}

export async function listUsers(options: ProjectOptions): Promise<void> {
  const users = await withProject(options, ({ accounts }) => accounts.listUsers())
  printTable(
    ['id', 'name', 'address', 'role', 'confirmed', 'blocked'],
    users.map(({ id, username, email, role, confirmed, blocked }) => [
      id,
      username,
      email,
      role?.type,
      confirmed === true,
      blocked === true,
    ]),
  )
}

export async function deleteUser(name: string, options: ProjectOptions): Promise<void> {
  await withProject(options, ({ accounts }) => accounts.deleteUser(name))
  console.log(`Deleted ${name}.`)
}

export async function setBlocked(name: string, blocked: boolean, options: ProjectOptions): Promise<void> {
  await withProject(options, ({ accounts }) => accounts.setBlocked(name, blocked))
  console.log(blocked ? `Blocked ${name} and signed them out everywhere.` : `${name} may sign in again.`)
}

export async function resetPassword(name: string, options: ProjectOptions): Promise<void> {
  const password = await withProject(options, ({ accounts }) => accounts.setPassword(name))
  printSecret(password, `Signed ${name} out everywhere and set a new password.`)
}
