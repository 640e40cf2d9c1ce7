print("upright")
