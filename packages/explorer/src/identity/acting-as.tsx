import './identity.css'
import { useEffect, useId, useMemo } from 'react'
import { Combobox } from '../controls/combobox.tsx'
import type { Search } from '../controls/use-search.js'
import { type ExplorerIdentities, explorerPaths } from '../protocol.js'
import { useExplorer } from '../state/explorer-context.js'
import { choiceOf, type IdentityChoice, identityChoices, matchingChoices } from './identity-choices.js'

/** After a change of identity the page reloads its content. The focus then returns to this control. */
let isChanging = false

/** Shows and changes the identity with which the page sends its requests. */
export function ActingAs() {
  const { model, state, navigate, transport, announce } = useExplorer()
  const search = useMemo((): Search<IdentityChoice> => {
    let choices: Promise<readonly IdentityChoice[]> | undefined
    const load = async () =>
      identityChoices(await transport.read<ExplorerIdentities>({ path: explorerPaths.identities }))
    return async (text) => {
      // If the list could not be loaded, try again.
      choices ??= load().catch((error: unknown) => {
        choices = undefined
        throw error
      })
      return matchingChoices(await choices, text)
    }
  }, [transport])
  const inputId = useId()
  useEffect(() => {
    if (isChanging) document.getElementById(inputId)?.focus()
    isChanging = false
  }, [inputId])
  const change = ({ key, label }: Pick<IdentityChoice, 'key' | 'label'>) => {
    isChanging = key !== state.identity
    announce(`Acting as ${label}`)
    navigate({ identity: key })
  }
  const isLimited = state.identity !== 'everything'
  return (
    <div className="acting-as" data-limited={isLimited || undefined}>
      <Combobox
        label="Acting as"
        selected={choiceOf(model.identity)}
        search={search}
        nothing="No role, user or token has this name. Only the first 200 users are listed."
        inputId={inputId}
        onPick={change}
      />
      {isLimited && (
        <button
          type="button"
          className="button quiet small"
          title="Act as everything again"
          onClick={() => change({ key: 'everything', label: 'Everything' })}
        >
          Reset<span className="visually-hidden"> to everything</span>
        </button>
      )}
    </div>
  )
}
