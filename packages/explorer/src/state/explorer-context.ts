import { createContext, useContext } from 'react'
import type { ModelIndex } from '../model/model-index.js'
import type { Transport } from '../transport/transport.js'
import type { PageState } from './address.js'

/** What every part of the page shares. */
export interface Explorer {
  readonly state: PageState
  /** Changes parts of the state: an entry of the history, unless `replace`. */
  readonly navigate: (change: Partial<PageState>, options?: { readonly replace?: boolean }) => void
  readonly model: ModelIndex
  /** Acts as the identity of the state. */
  readonly transport: Transport
  /** Reads model and counts again, after a write. */
  readonly reloadModel: () => void
  /** Tells assistive technology, politely. */
  readonly announce: (message: string) => void
}

export const ExplorerContext = createContext<Explorer | null>(null)

export function useExplorer(): Explorer {
  const explorer = useContext(ExplorerContext)
  if (!explorer) throw new Error('useExplorer is used outside of ExplorerContext')
  return explorer
}
