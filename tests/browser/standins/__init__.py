"""What a browser without the web has in place of numpy and Pillow, so that a test can run there. No reader meets these."""
