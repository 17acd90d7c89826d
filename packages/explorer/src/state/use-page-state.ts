import { useCallback, useEffect, useRef, useState } from 'react'
import { addressOf, type PageState, type ReadAddress, readAddress } from './address.js'

interface PageStateInAddress extends ReadAddress {
  readonly navigate: (change: Partial<PageState>, options?: { readonly replace?: boolean }) => void
}

/**
 * The state of the page. It is stored in the address, so that links and the browser's back and forward
 * buttons change it.
 */
export function usePageState(): PageStateInAddress {
  const [read, setRead] = useState(() => readAddress(location.hash))
  const latest = useRef(read.state)
  latest.current = read.state
  useEffect(() => {
    const follow = () => setRead(readAddress(location.hash))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  const navigate = useCallback<PageStateInAddress['navigate']>((change, { replace = false } = {}) => {
    const state = { ...latest.current, ...change }
    const address = addressOf(state)
    if (address === addressOf(latest.current)) return
    latest.current = state
    if (replace) history.replaceState(null, '', address)
    else history.pushState(null, '', address)
    setRead({ state, problem: null })
  }, [])
  return { ...read, navigate }
}
