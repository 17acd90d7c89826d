import { type Command, InvalidArgumentError, type Option } from 'commander'

function readId(text: string): number {
  if (/^[1-9]\d{0,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Use an id that "content-api webhooks list" prints.')
}

/** Adds the command `webhooks`. `common` returns the options that every command has. */
export function addWebhookCommands(program: Command, common: () => readonly Option[]): void {
  const add = (name: string, description: string): Command => {
    const command = webhooks.command(name).description(description)
    for (const option of common()) command.addOption(option)
    return command
  }

  const webhooks = program.command('webhooks').description('show webhooks and their deliveries, and deliver again')
  add('list', 'list all webhooks, and the deliveries that wait or are dead')
    .option('--all', 'also list successful deliveries')
    .action(async (options) => (await import('./webhooks.js')).listWebhooks(options))
  add('retry', 'deliver dead deliveries again, of one webhook or of all')
    .argument('[name]', 'name of a webhook')
    .option('--delivery <id>', 'only this delivery, in any state', readId)
    .action(async (name, options) => (await import('./webhooks.js')).retryWebhooks(name, options))
  add('test', 'send a test request to a webhook')
    .argument('<name>', 'name of a webhook')
    .action(async (name, options) => (await import('./webhooks.js')).testWebhook(name, options))
}
