"""What is ours, computed from the rules of Loos and printed nowhere: campaigns and forecasts."""
