import { useExplorer } from '../state/explorer-context.js'
import { useLoaded } from '../transport/use-loaded.js'
import { readLabels } from './find-related.js'
import type { Related } from './related.js'

/** Returns entries with their labels. Missing labels are loaded, with one request for each type. */
export function useLabels(items: readonly Related[]): readonly Related[] {
  const { model, transport, state } = useExplorer()
  const wanted = items.filter(({ label, type }) => label === undefined && type !== undefined)
  const key = wanted.map(({ type, id }) => `${type} ${id}`).join()
  const { value = [] } = useLoaded(key === '' ? null : `${state.identity} ${key}`, async (signal) => {
    const types = [...new Set(wanted.map(({ type = '' }) => type))].flatMap((uid) => model.typeOf(uid) ?? [])
    const lists = types
      .filter(({ actions }) => actions.includes('find'))
      .map(async (target) => {
        const ids = wanted.filter(({ type }) => type === target.uid).map(({ id }) => id)
        return readLabels({ model, transport, target }, ids, signal)
      })
    return (await Promise.all(lists)).flat()
  })
  return items.map((item) => {
    const read = value.find(({ id, type }) => id === item.id && type === item.type)
    return item.label === undefined && read?.label !== undefined ? { ...item, label: read.label } : item
  })
}
