import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// `npm run dev` beside a running `grognard serve --port 8777 --no-open`.
const service = process.env.GROGNARD_SERVICE ?? 'http://127.0.0.1:8777'

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: {
    proxy: { '/api': { target: service, ws: true }, '/openapi.json': service },
  },
})
