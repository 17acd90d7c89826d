import { QueryError } from '../errors/query-error.js'

type Item = { readonly id?: number } | null

/** Refuses a body that connects an entry twice: an error by specification §4.4 rule 4, which servers take variously. */
export function checkRelations(data?: object): void {
  for (const [name, value] of Object.entries(data ?? {})) {
    const ids: string[] = (value as { connect?: Item[] } | null)?.connect?.map?.(
      (item) => `${item?.id ?? (item as unknown as string)}`,
    ) as string[]
    if (new Set(ids).size < ids?.length) throw new QueryError(name, 'has one twice')
  }
}
