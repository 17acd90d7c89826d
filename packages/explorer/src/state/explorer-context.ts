import { createContext, useContext } from 'react'
import type { ModelIndex } from '../model/model-index.js'
import type { Transport } from '../transport/transport.js'
import type { PageState } from './address.js'

/** The context that all parts of the page share. */
export interface Explorer {
  readonly state: PageState
  /** Changes parts of the state. Adds an entry to the browser's history, unless `replace` is true. */
  readonly navigate: (change: Partial<PageState>, options?: { readonly replace?: boolean }) => void
  readonly model: ModelIndex
  /** Sends requests with the identity of the state. */
  readonly transport: Transport
  /** Loads the model and its counts again, after a write. */
  readonly reloadModel: () => void
  /** Announces a message to assistive technology (`aria-live="polite"`). */
  readonly announce: (message: string) => void
}

export const ExplorerContext = createContext<Explorer | null>(null)

export function useExplorer(): Explorer {
  const explorer = useContext(ExplorerContext)
  if (!explorer) throw new Error('useExplorer is used outside of ExplorerContext')
  return explorer
}
