import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Provider } from 'urql'
import { completeSignIn } from './account/provider-sign-in.js'
import { SessionProvider } from './account/session.tsx'
import { App } from './app.tsx'
import { ServiceContext } from './service-context.js'
import { openService } from './service.js'
import './styles/base.css'
import './styles/page.css'
import './styles/countries.css'
import './styles/country.css'
import './styles/forms.css'

const service = openService()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')

// A failed sign-in leaves a visitor, who may try again.
await completeSignIn(service.api).catch((error: unknown) => console.error(error))

createRoot(root).render(
  <StrictMode>
    <ServiceContext.Provider value={service}>
      <Provider value={service.urql}>
        <SessionProvider>
          <App />
        </SessionProvider>
      </Provider>
    </ServiceContext.Provider>
  </StrictMode>,
)
