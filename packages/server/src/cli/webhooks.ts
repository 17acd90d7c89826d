import { type ProjectOptions, withProject } from './open-project.js'
import { CliError } from './report-error.js'
import { printTable } from './table.js'

export async function listWebhooks(options: ProjectOptions & { readonly all?: boolean }): Promise<void> {
  await withProject(options, async ({ webhooks }) => {
    printTable(
      ['webhook', 'URL', 'events', 'types', 'enabled'],
      webhooks
        .list()
        .map(({ name, url, events, types, enabled }) => [
          name,
          url,
          events.join('\n'),
          types?.join('\n') ?? 'all',
          enabled,
        ]),
    )
    const states = options.all ? (['waiting', 'delivered', 'dead'] as const) : (['waiting', 'dead'] as const)
    const deliveries = await webhooks.deliveries({ states })
    if (deliveries.length === 0) return console.log(options.all ? 'No deliveries.' : 'No delivery waits or is dead.')
    printTable(
      ['delivery', 'webhook', 'state', 'event', 'entry', 'attempts', 'status', 'response', 'next attempt'],
      deliveries.map(({ id, hook, state, name, type, entry, attempts, status, response, dueAt }) => [
        id,
        hook,
        state,
        name,
        `${type} ${entry ?? ''}`,
        attempts,
        status,
        response?.slice(0, 80),
        state === 'waiting' ? new Date(dueAt).toISOString() : '',
      ]),
    )
  })
}

export async function retryWebhooks(
  name: string | undefined,
  options: ProjectOptions & { readonly delivery?: number },
): Promise<void> {
  const { delivery } = options
  const count = await withProject(options, ({ webhooks }) =>
    webhooks.retry({ ...(name !== undefined && { name }), ...(delivery !== undefined && { delivery }) }),
  )
  console.log(`${count} deliveries wait again. A running service delivers them within half a minute.`)
}

export async function testWebhook(name: string, options: ProjectOptions): Promise<void> {
  const { status, text } = await withProject(options, ({ webhooks }) => webhooks.test(name))
  if (status === null || status < 200 || status > 299) {
    throw new CliError(`Webhook ${name} failed: ${status === null ? text : `status ${status}, ${text}`}`)
  }
  console.log(`Webhook ${name} responded with ${status}.`)
}
