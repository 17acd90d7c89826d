import { type ExtendedTypes, type TypeHooks, changesOf, typesBefore } from './extended-types.js'

type Warn = (file: string, message: string) => void

/** Warns of changes of a built-in plugin that have no effect. */
export function warnOfExtension(plugin: string, file: string, extended: ExtendedTypes, warn: Warn): void {
  const prefix = `plugin::${plugin}.`
  const types = [...Object.keys(extended.changed), ...Object.keys(extended.added)]
  const hasTypes =
    types.some((uid) => uid.startsWith(prefix)) || extended.hooks.some(({ uid }) => uid.startsWith(prefix))
  if (hasTypes && !extended.partial.has(file)) return
  const lost = hasTypes ? 'Of these changes, only those of content types have an effect here.' : noEffect(plugin)
  warn(file, `${lost} Use lifecycle hooks or routes of your own.${reasonOf(extended, file)}`)
}

const noEffect = (plugin: string) => `Changes of the plugin ${plugin} have no effect here.`

/**
 * Returns the hooks of content types that the extension of users-permissions adds. Warns of changed schemas
 * that were not known when the tables were created.
 * @param contentTypes those of the plugin after its extension
 */
export function accountTypeHooks(
  { project, file, extended, warn }: { project: string; file: string; extended: ExtendedTypes; warn: Warn },
  contentTypes: Readonly<Record<string, unknown>>,
): readonly TypeHooks[] {
  const plugin = 'users-permissions'
  return changesOf(plugin, contentTypes, typesBefore(project, plugin)).flatMap(({ uid, lifecycles, isChanged }) => {
    if (isChanged && !(uid in extended.changed) && !(uid in extended.added)) {
      const [, name = ''] = uid.split('.')
      const place = `src/extensions/${plugin}/content-types/${name}/schema.json`
      warn(file, `plugin.contentTypes.${name} has no effect here. Use ${place}.${reasonOf(extended, file)}`)
    }
    return lifecycles === undefined ? [] : [{ file, uid, hooks: lifecycles }]
  })
}

/** Content types are needed before `strapi` is available, so code that uses it can't change them. */
function reasonOf({ failures }: ExtendedTypes, file: string): string {
  if (!failures.has(file)) return ''
  const error = failures.get(file)
  const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return ` The file runs once before \`strapi\` is available, and fails: ${message}`
}
