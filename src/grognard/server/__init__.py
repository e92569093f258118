"""The service: matches over HTTP and WebSocket, their store, and the seats at their tables."""
