import { createRoot } from 'react-dom/client'
import { App } from './frame/app.tsx'

const root = document.getElementById('explorer')
if (!root) throw new Error('The page has no element "explorer"')
createRoot(root).render(<App />)
