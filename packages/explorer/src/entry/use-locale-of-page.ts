import { useEffect, useRef } from 'react'
import type { ExplorerType } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import { textIn, withParameter } from '../state/query.js'
import type { LoadedEntry } from './load-entry.js'

/**
 * Synchronizes the locale of the page with that of the open entry. Opening an entry sets the locale of the
 * page. Choosing another locale opens that localization, if it exists.
 */
export function useLocaleOfPage(type: ExplorerType, entry: LoadedEntry | null): void {
  const { model, state, navigate } = useExplorer()
  const opened = useRef<unknown>(null)
  const standard = model.locales.find(({ isDefault }) => isDefault)?.code
  const wanted = textIn(state.query['locale']) || standard
  useEffect(() => {
    // The locales of a document have one address.
    if (!entry || model.content.hasVersions || !type.localized || type.kind !== 'collectionType') return
    const { id, locale } = entry.values
    const isOpened = opened.current === id
    opened.current = id
    if (typeof locale !== 'string' || wanted === locale) return
    if (!isOpened) {
      const query = withParameter(state.query, 'locale', locale === standard ? undefined : locale)
      navigate({ query }, { replace: true })
      return
    }
    const other = entry.localizations.find((one) => one.locale === wanted)
    if (other) navigate({ entry: String(other.id) }, { replace: true })
    // The effect only depends on the locale, not on the rest of the query.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [entry, wanted])
}
